import type { CallOptions, Service, ServiceErrorDetail, Size, Theme } from '@ringbinder/sdk';
import type { CSSProperties, ReactNode } from 'react';

export interface ModuleProps {
  /** Class of the element that the module fills. Its default height is 500 pixels. */
  className?: string | undefined;
  style?: CSSProperties | undefined;
  id?: string | undefined;
  /** `auto` follows the content's height in modules that support it. */
  height?: Size | undefined;
  theme?: Theme | undefined;
  dir?: 'ltr' | 'rtl' | undefined;
  language?: string | undefined;
  border?: boolean | undefined;
  /** Replaces the provider's token for this module. */
  accessToken?: string | undefined;
  /** Options without a prop, such as `{ extension: { … } }`. Later changes restart the module. */
  options?: CallOptions | undefined;
  /** Called when the module is drawn. */
  onReady?: (() => void) | undefined;
  onClose?: (() => void) | undefined;
  /** Replaces the provider's `onError`. */
  onError?: ((error: ServiceErrorDetail) => void) | undefined;
}

export type Token = string | { access_token: string };

export interface ServiceProviderProps {
  /** Environment: `production` or `sandbox`. */
  mode: string;
  clientId: string;
  /** The server's origin, such as `https://collab.example.com`. */
  baseUrl?: string | undefined;
  /**
   * The user's token, or a function that fetches one from your server initially and whenever a token expires.
   * While it is undefined, modules wait, or offer to sign in with an identity provider.
   */
  accessToken?: string | (() => Promise<Token>) | undefined;
  /** Selects the identity provider of users without a token. A button opens its sign-in window. */
  partnerId?: string | undefined;
  orgId?: string | undefined;
  idpId?: string | undefined;
  pluginVersion?: string | undefined;
  /**
   * Called when a token expires. Return the next token or a promise of it, or return nothing and change
   * `accessToken`.
   */
  onInvalidToken?: ((event: { session_id: string }) => unknown) | undefined;
  /** Default: logs to the console. */
  onError?: ((error: ServiceErrorDetail) => void) | undefined;
  /** Replaces the package's service, for example with the `Service` of a script tag. */
  service?: typeof Service | undefined;
  children?: ReactNode;
}

const OWN = new Set(['className', 'style', 'id', 'height', 'alone', 'options', 'children']);
const OWN_EVENTS = new Set(['onReady', 'onClose', 'onError']);

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

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

/** A removed option is null. Returns undefined if nothing changed. */
export function changeOf(before: CallOptions, after: CallOptions): CallOptions | undefined {
  const changed: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
    if (JSON.stringify(before[name]) !== JSON.stringify(after[name])) changed[name] = after[name] ?? null;
  return Object.keys(changed).length > 0 ? changed : undefined;
}
