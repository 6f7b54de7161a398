import type { CallOptions, Service, ServiceErrorDetail, Size, Theme } from '@ringbinder/sdk';
import type { CSSProperties, ReactNode } from 'react';

/** What every component takes. */
export interface ModuleProps {
  /** The element that the module stands in: its size is that of this element, 500 pixels high unless a style says more. */
  className?: string | undefined;
  style?: CSSProperties | undefined;
  id?: string | undefined;
  /** Of the element; `auto` is as high as the content, where that has a height of its own. */
  height?: Size | undefined;
  theme?: Theme | undefined;
  dir?: 'ltr' | 'rtl' | undefined;
  language?: string | undefined;
  border?: boolean | undefined;
  /** For this module alone, instead of that of the provider. */
  accessToken?: string | undefined;
  /** Options that have no prop, as calls take them: `{ extension: { … } }`. They are fixed when the module begins. */
  options?: CallOptions | undefined;
  /** The module is drawn. */
  onReady?: (() => void) | undefined;
  /** It has ended by itself, as Clip does when it is done. */
  onClose?: (() => void) | undefined;
  /** Instead of that of the provider. */
  onError?: ((error: ServiceErrorDetail) => void) | undefined;
}

/** A token: its text, or the answer of the token endpoint. */
export type Token = string | { access_token: string };

/** What `Service.init` takes. */
export interface ServiceProviderProps {
  /** `production` or `sandbox`. */
  mode: string;
  clientId: string;
  /** Where the server is, like `https://collab.example.com`. */
  baseUrl?: string | undefined;
  /**
   * The token of whoever looks at the page, or what fetches it from your server: now, and each time one has ended. While it
   * is undefined, modules wait; with one of the next three they ask people to sign in with their identity provider.
   */
  accessToken?: string | (() => Promise<Token>) | undefined;
  /** By these, people without a token are led to their identity provider, in a window that a button opens. */
  partnerId?: string | undefined;
  orgId?: string | undefined;
  idpId?: string | undefined;
  pluginVersion?: string | undefined;
  /** A token has ended: give the next one, a promise of it, or nothing and change `accessToken`. */
  onInvalidToken?: ((event: { session_id: string }) => unknown) | undefined;
  /** Hears of errors that no component hears; without it they are written to the console. */
  onError?: ((error: ServiceErrorDetail) => void) | undefined;
  /** Another one than that of the package, like the `Service` of a script tag. */
  service?: typeof Service | undefined;
  children?: ReactNode;
}

/** Props that are for the element, for the component itself, or for nothing that a module knows. */
const OWN = new Set(['className', 'style', 'id', 'height', 'alone', 'options', 'children']);
/** Told by the component, and not under these names by a module. */
const OWN_EVENTS = new Set(['onReady', 'onClose', 'onError']);

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The options that props mean: `binderId` is `binder_id`. What is undefined is not there. */
export function optionsOf(props: object): CallOptions {
  const options: CallOptions = {};
  for (const [name, value] of Object.entries(props))
    if (value !== undefined && typeof value !== 'function' && !OWN.has(name)) options[snake(name)] = value;
  return options;
}

/** The events that props hear, with the names of those props: `view_binder` and `onViewBinder`. */
export function eventsOf(props: object): [event: string, prop: string][] {
  return Object.entries(props)
    .filter(([name, value]) => /^on[A-Z]/.test(name) && typeof value === 'function' && !OWN_EVENTS.has(name))
    .map(([name]): [string, string] => [snake(name.slice(2)).slice(1), name])
    .sort();
}

/** What is to be told to a module that was told `before`: null for what there is no more; undefined when nothing changed. */
export function changeOf(before: CallOptions, after: CallOptions): CallOptions | undefined {
  const changed: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
    if (JSON.stringify(before[name]) !== JSON.stringify(after[name])) changed[name] = after[name] ?? null;
  return Object.keys(changed).length > 0 ? changed : undefined;
}
