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

/**
 * Properties of a module's element. The element emits the module's events as DOM events with data in
 * `detail`.
 */
export interface ServiceElementProperties {
  /** An access token, or the token of a step's link. The SDK removes the attribute immediately. */
  token: string | undefined;
  theme: Theme | undefined;
  options: CallOptions;
  /** Handle of the module. Undefined before `init`, and while the element is disconnected. */
  readonly handle: Handle | undefined;
}
export interface ServiceElement extends HTMLElement, ServiceElementProperties {}

/**
 * Attributes of a module's element. In React, set properties and add listeners through `ref`, which works in
 * every version.
 */
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
  /** True to hide the binder's name and other sections. A timeline becomes a narrow list. */
  alone?: boolean | '';
  /** True to ask the user for confirmation before an approval's answer is sent. */
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

/** Types for JSX, used as `interface IntrinsicElements extends ServiceElements {}`. */
export type ServiceElements = Record<ElementName, ServiceElementAttributes>;

declare global {
  interface HTMLElementTagNameMap extends Record<ElementName, ServiceElement> {}
}
