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

export interface BinderContext {
  me: {
    id: string;
    name: string;
    is_admin?: boolean;
    lacks_mail?: boolean;
  };
  client: RingbinderClient;
  channel: Realtime;
  id: string;
  replica: Replica;
  state: ReadonlySignal<BinderState | undefined>;
  status: ReadonlySignal<ReplicaStatus>;
  pending: ReadonlySignal<readonly OutboxItem[]>;
  connection: ReadonlySignal<ConnectionState>;
  /** True if the page around the binder reports a lost connection. */
  reportsConnection?: boolean;
  links: {
    message(id: number): string;
    page(id: number): string;
    transaction(id: number): string;
    todo(id: number): string;
    section(name: BinderSection): string;
    audit?(id: number): string;
    /** Undefined in host pages, which cannot open meets. */
    meet?(sessionKey: string): string;
  };
  target: ReadonlySignal<BinderTarget>;
  navigate(path: string, how?: 'replace'): void;
  setNewestInView?(isShown: boolean): void;
  record(): void;
  /** A host page's replacement for the invite dialog. */
  invite?: (() => void) | undefined;
  meet?: (() => void) | undefined;
  /** Starts a meet where `meet` is undefined because a button beside the chat does so. */
  callBack?: () => void;
  viewMember?: ((userId: string, near: HTMLElement) => void) | undefined;
  share?: ((pageId: number) => void) | undefined;
  addPage?: readonly AddedItem[] | undefined;
  emptyChat?(): ComponentChild;
  markOf?(userId: string): ComponentChild;
  messageTools?(message: Message): readonly MessageTool[];
  messageMark?(message: Message): ComponentChild;
  presence: ReadonlySignal<ReadonlyMap<string, PresenceState>>;
  /** False until the replica is loaded. */
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

/** `idle` if the app is in the background. */
export type PresenceState = 'online' | 'idle';

export interface BinderTarget {
  section: BinderSection;
  id?: number;
  /** If `id` is missing, the first page of this file is shown. */
  file?: string;
  comment?: number;
  transaction?: number;
}
