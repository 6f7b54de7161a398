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

/** The parts of a binder, as they stand in addresses. */
export const sections = ['chat', 'pages', 'todos', 'transactions', 'meets', 'members'] as const;
export type BinderSection = (typeof sections)[number];

/** What a module needs to draw a binder. Modules know nothing of the app around them, nor of each other. */
export interface BinderContext {
  me: {
    id: string;
    name: string;
    /** Administers an org or the partner; missing within pages of others. */
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
  /** Addresses of things of this binder, for `<a href>`; the router takes clicks. */
  links: {
    message(id: number): string;
    page(id: number): string;
    transaction(id: number): string;
    todo(id: number): string;
    section(name: BinderSection): string;
    /** The audit of a transaction; missing within pages of others. */
    audit?(id: number): string;
    /** Missing where meets are not opened: within pages of others. */
    meet?(sessionKey: string): string;
  };
  target: ReadonlySignal<BinderTarget>;
  navigate(path: string): void;
  /** Tells the app around whether the chat is shown up to its newest message. Whether somebody looks at the page is another thing. */
  setNewestInView?(isShown: boolean): void;
  record(): void;
  /** Adds people in another way than by the dialog of the module; undefined: that one. */
  invite?: (() => void) | undefined;
  /** These four are what a page around wants to do itself; undefined where there is none, or it does not ask for it. */
  meet?: (() => void) | undefined;
  viewMember?: ((userId: string) => void) | undefined;
  share?: ((pageId: number) => void) | undefined;
  addPage?: readonly AddedItem[] | undefined;
  /** Others who have the binder open now, by user id, as far as they are told of. */
  presence: ReadonlySignal<ReadonlyMap<string, PresenceState>>;
  /** Whether the signed-in user may change things, as far as the replica tells; false while nothing is known. */
  canWrite: ReadonlySignal<boolean>;
}

/** A line that a page around puts into the menu of what can be made. */
export interface AddedItem {
  label: string;
  position: number;
  act(): void;
}

/** Whether somebody looks at the app, or has it open behind something else. */
export type PresenceState = 'online' | 'idle';

/** A part of a binder, and the thing in it that is to be shown. */
export interface BinderTarget {
  section: BinderSection;
  id?: number;
  /** Of the pages: a file that has none. */
  file?: string;
  /** Of a page: the comment that is to be shown on it. */
  comment?: number;
}
