import type { ReadonlySignal } from '@preact/signals';
import type {
  BinderState,
  ConnectionState,
  OutboxItem,
  Realtime,
  Replica,
  ReplicaStatus,
  RingbinderClient,
} from '@ringbinder/client';
import type { Message } from '@ringbinder/protocol';
import type { ComponentChild } from 'preact';

export const sections = ['chat', 'pages', 'todos', 'transactions', 'meets', 'members'] as const;
export type BinderSection = (typeof sections)[number];

/** Everything a module needs to draw a binder. Modules do not know the app, nor each other. */
export interface BinderContext {
  me: {
    id: string;
    name: string;
    /** Whether the user administers an organisation or the partner. Missing in host pages. */
    is_admin?: boolean;
  };
  client: RingbinderClient;
  channel: Realtime;
  id: string;
  replica: Replica;
  state: ReadonlySignal<BinderState | undefined>;
  status: ReadonlySignal<ReplicaStatus>;
  pending: ReadonlySignal<readonly OutboxItem[]>;
  connection: ReadonlySignal<ConnectionState>;
  /** Whether the page around the binder announces the loss of the connection. Missing in host pages. */
  reportsConnection?: boolean;
  /** Addresses within this binder, for `<a href>`. The router handles clicks. */
  links: {
    message(id: number): string;
    page(id: number): string;
    transaction(id: number): string;
    todo(id: number): string;
    section(name: BinderSection): string;
    /** The audit of a transaction. Missing in host pages. */
    audit?(id: number): string;
    /** Missing where meets cannot be opened (host pages). */
    meet?(sessionKey: string): string;
  };
  target: ReadonlySignal<BinderTarget>;
  navigate(path: string): void;
  /** Reports whether the chat is scrolled to its newest message, whether or not the tab is visible. */
  setNewestInView?(isShown: boolean): void;
  record(): void;
  /** Set by a host page that replaces the invite dialog. */
  invite?: (() => void) | undefined;
  /** Each of these four is set when the host page implements it, and undefined otherwise. */
  meet?: (() => void) | undefined;
  viewMember?: ((userId: string, near: HTMLElement) => void) | undefined;
  share?: ((pageId: number) => void) | undefined;
  addPage?: readonly AddedItem[] | undefined;
  /** The content of an empty chat for people who can write. Missing in host pages. */
  emptyChat?(): ComponentChild;
  /** A mark beside the name of a user. Missing in host pages. */
  markOf?(userId: string): ComponentChild;
  /** More actions on a message, and a mark on it. Missing in host pages. */
  messageTools?(message: Message): readonly MessageTool[];
  messageMark?(message: Message): ComponentChild;
  /** Other users with the binder open, by user id. */
  presence: ReadonlySignal<ReadonlyMap<string, PresenceState>>;
  /** Whether the user may make changes. False until the replica is loaded. */
  canWrite: ReadonlySignal<boolean>;
}

export interface MessageTool {
  name: string;
  label: string;
  icon: ComponentChild;
  key?: string;
  run(): void;
}

export interface AddedItem {
  label: string;
  position: number;
  act(): void;
}

/** `idle`: the app is open, but not in the foreground. */
export type PresenceState = 'online' | 'idle';

export interface BinderTarget {
  section: BinderSection;
  id?: number;
  /** A file without pages. */
  file?: string;
  comment?: number;
}
