import type { CallOptions, Handle, Theme } from './types.ts';

/** What elements are called. */
export type ElementName =
  | 'service-chat'
  | 'service-timeline'
  | 'service-draw'
  | 'service-clip'
  | 'service-meet'
  | 'service-transaction';

/** What an element of the SDK has beside what every element has. Events are told as DOM events, in whose `detail` they are. */
export interface ServiceElementProperties {
  /** The access token, or that of the link of a step. As an attribute it is taken out of the document at once. */
  token: string | undefined;
  theme: Theme | undefined;
  /** Options that have no attribute. */
  options: CallOptions;
  /** What is shown; undefined until `init` was called, and while it is not in the document. */
  readonly handle: Handle | undefined;
}
export interface ServiceElement extends HTMLElement, ServiceElementProperties {}

/** What is written on an element in JSX. Properties and listeners are given by `ref`, which every version of React can. */
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
  /** Without the name of the binder and the ways to its other parts, or as a narrow list. */
  alone?: boolean | '';
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

/** The elements, for the `IntrinsicElements` of a JSX: `interface IntrinsicElements extends ServiceElements {}`. */
export type ServiceElements = Record<ElementName, ServiceElementAttributes>;

declare global {
  interface HTMLElementTagNameMap extends Record<ElementName, ServiceElement> {}
}
