import type { CallOptions, Service, ServiceErrorDetail, Size, Theme } from '@ringbinder/sdk';
import type { CSSProperties, ReactNode } from 'react';

export interface ModuleProps {
  /** Class of the element that the module fills. By default, the element is 500 pixels high. */
  className?: string | undefined;
  style?: CSSProperties | undefined;
  id?: string | undefined;
  /** Height of the module. With `auto`, modules that support it are as high as their content. */
  height?: Size | undefined;
  theme?: Theme | undefined;
  dir?: 'ltr' | 'rtl' | undefined;
  language?: string | undefined;
  border?: boolean | undefined;
  /** Token for this module, instead of the provider's token. */
  accessToken?: string | undefined;
  /**
   * Options that have no property of their own, such as `{ extension: { … } }`. Changing them restarts the
   * module.
   */
  options?: CallOptions | undefined;
  /** Called when the module has been drawn. */
  onReady?: (() => void) | undefined;
  /** Called when the module ends, for example when Clip has saved a clip. */
  onClose?: (() => void) | undefined;
  /** Called instead of the provider's `onError`. */
  onError?: ((error: ServiceErrorDetail) => void) | undefined;
}

export type Token = string | { access_token: string };

/** Options of `Service.init`. */
export interface ServiceProviderProps {
  /** Environment: `production` or `sandbox`. */
  mode: string;
  clientId: string;
  /** The server's origin, such as `https://collab.example.com`. */
  baseUrl?: string | undefined;
  /**
   * The user's token, or a function that fetches a token from your server. The function is called initially
   * and whenever a token expires. While `accessToken` is undefined, modules wait. If an identity provider is
   * set, they offer to sign in.
   */
  accessToken?: string | (() => Promise<Token>) | undefined;
  /**
   * Selects the identity provider for users without a token. A button opens the provider's sign-in window.
   */
  partnerId?: string | undefined;
  orgId?: string | undefined;
  idpId?: string | undefined;
  pluginVersion?: string | undefined;
  /**
   * Called when a token expires. Return the next token or a promise of it. Alternatively, return nothing and
   * change `accessToken`.
   */
  onInvalidToken?: ((event: { session_id: string }) => unknown) | undefined;
  /** Called with errors for which the component has no handler. Default: logs to the console. */
  onError?: ((error: ServiceErrorDetail) => void) | undefined;
  /** Used instead of the package's service, for example the `Service` of a script tag. */
  service?: typeof Service | undefined;
  children?: ReactNode;
}

const OWN = new Set(['className', 'style', 'id', 'height', 'alone', 'options', 'children']);
const OWN_EVENTS = new Set(['onReady', 'onClose', 'onError']);

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Converts properties to options, for example `binderId` to `binder_id`. Omits undefined values and
 * functions.
 */
export function optionsOf(props: object): CallOptions {
  const options: CallOptions = {};
  for (const [name, value] of Object.entries(props))
    if (value !== undefined && typeof value !== 'function' && !OWN.has(name)) options[snake(name)] = value;
  return options;
}

export function eventsOf(props: object): [event: string, prop: string][] {
  return Object.entries(props)
    .filter(([name, value]) => /^on[A-Z]/.test(name) && typeof value === 'function' && !OWN_EVENTS.has(name))
    .map(([name]): [string, string] => [snake(name.slice(2)).slice(1), name])
    .sort();
}

/** Returns the changed options. A removed option is null. Returns undefined if no option has changed. */
export function changeOf(before: CallOptions, after: CallOptions): CallOptions | undefined {
  const changed: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
    if (JSON.stringify(before[name]) !== JSON.stringify(after[name])) changed[name] = after[name] ?? null;
  return Object.keys(changed).length > 0 ? changed : undefined;
}
