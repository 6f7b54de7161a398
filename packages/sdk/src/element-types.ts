import type { CallOptions, Handle, Theme } from './types.ts';

export type ElementName =
  | 'service-chat'
  | 'service-timeline'
  | 'service-home'
  | 'service-inbox'
  | 'service-draw'
  | 'service-clip'
  | 'service-meet'
  | 'service-transaction';

/** Module events are DOM events with data in `detail`. */
export interface ServiceElementProperties {
  /** An access token, or a step link's token. The SDK removes the attribute immediately. */
  token: string | undefined;
  theme: Theme | undefined;
  options: CallOptions;
  /** Undefined before `init` and while disconnected. */
  readonly handle: Handle | undefined;
}
export interface ServiceElement extends HTMLElement, ServiceElementProperties {}

/** Set properties and listeners through `ref`, which works in every version of React. */
export interface ServiceElementAttributes {
  'binder-id'?: string;
  'unique-id'?: string;
  email?: string;
  'org-id'?: string;
  'binder-name'?: string;
  'page-id'?: string | number;
  'todo-id'?: string | number;
  'chat-id'?: string | number;
  filter?: string;
  /** Hides the binder's name and other sections. A timeline becomes a narrow list. */
  alone?: boolean | '';
  /** Asks the user to confirm before it sends an approval's answer. */
  confirm?: boolean | '';
  language?: string;
  scheme?: 'light' | 'dark' | 'auto';
  id?: string;
  class?: string;
  className?: string;
  style?: object | string;
  dir?: string;
  hidden?: boolean;
  slot?: string;
  title?: string;
  ref?: ((element: ServiceElement | null) => void) | { current: ServiceElement | null };
}

/** For JSX: `interface IntrinsicElements extends ServiceElements {}`. */
export type ServiceElements = Record<ElementName, ServiceElementAttributes>;

declare global {
  interface HTMLElementTagNameMap extends Record<ElementName, ServiceElement> {}
}
