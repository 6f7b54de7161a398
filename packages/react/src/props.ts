import type { CallOptions, Service, ServiceErrorDetail, Size, Theme } from '@ringbinder/sdk';
import type { CSSProperties, ReactNode } from 'react';

/** Props of every component. */
export interface ModuleProps {
  /** Class of the element, whose size the module fills. Default height: 500 pixels. */
  className?: string | undefined;
  style?: CSSProperties | undefined;
  id?: string | undefined;
  /** Height of the element; `auto` follows the content, where supported. */
  height?: Size | undefined;
  theme?: Theme | undefined;
  dir?: 'ltr' | 'rtl' | undefined;
  language?: string | undefined;
  border?: boolean | undefined;
  /** For this module only, instead of the provider's. */
  accessToken?: string | undefined;
  /** Call options without a prop: `{ extension: { … } }`. Fixed at the start. */
  options?: CallOptions | undefined;
  /** The module is drawn. */
  onReady?: (() => void) | undefined;
  /** The module ended, as Clip does when done. */
  onClose?: (() => void) | undefined;
  /** Replaces the provider's handler. */
  onError?: ((error: ServiceErrorDetail) => void) | undefined;
}

/** A token: a string, or the token endpoint's response. */
export type Token = string | { access_token: string };

/** Options of `Service.init`. */
export interface ServiceProviderProps {
  /** `production` or `sandbox`. */
  mode: string;
  clientId: string;
  /** The server's address, such as `https://collab.example.com`. */
  baseUrl?: string | undefined;
  /**
   * The user's token, or a function that fetches one from your server, initially and after each expiry. While
   * undefined, modules wait; with one of the next three props they offer signing in with the identity provider.
   */
  accessToken?: string | (() => Promise<Token>) | undefined;
  /** These send people without a token to their identity provider, in a window opened by a button. */
  partnerId?: string | undefined;
  orgId?: string | undefined;
  idpId?: string | undefined;
  pluginVersion?: string | undefined;
  /** A token has ended: return the next one or a promise of it, or return nothing and change `accessToken`. */
  onInvalidToken?: ((event: { session_id: string }) => unknown) | undefined;
  /** Receives errors without a component's handler. Default: the console. */
  onError?: ((error: ServiceErrorDetail) => void) | undefined;
  /** Replaces the package's service, such as by the `Service` of a script tag. */
  service?: typeof Service | undefined;
  children?: ReactNode;
}

/** Props of the element and the component, not passed to modules. */
const OWN = new Set(['className', 'style', 'id', 'height', 'alone', 'options', 'children']);
/** Emitted by the component itself. */
const OWN_EVENTS = new Set(['onReady', 'onClose', 'onError']);

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Maps props to options: `binderId` becomes `binder_id`. Undefined props are omitted. */
export function optionsOf(props: object): CallOptions {
  const options: CallOptions = {};
  for (const [name, value] of Object.entries(props))
    if (value !== undefined && typeof value !== 'function' && !OWN.has(name)) options[snake(name)] = value;
  return options;
}

/** The handled events with their props: `view_binder` and `onViewBinder`. */
export function eventsOf(props: object): [event: string, prop: string][] {
  return Object.entries(props)
    .filter(([name, value]) => /^on[A-Z]/.test(name) && typeof value === 'function' && !OWN_EVENTS.has(name))
    .map(([name]): [string, string] => [snake(name.slice(2)).slice(1), name])
    .sort();
}

/** The options to update: null for removed ones; undefined if nothing changed. */
export function changeOf(before: CallOptions, after: CallOptions): CallOptions | undefined {
  const changed: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
    if (JSON.stringify(before[name]) !== JSON.stringify(after[name])) changed[name] = after[name] ?? null;
  return Object.keys(changed).length > 0 ? changed : undefined;
}
