import type { OutboxItem } from '../types.ts';

/** Messages between the outboxes of one user. */
export type OutboxMessage =
  /** An item was added or changed. */
  | { type: 'put'; item: OutboxItem }
  | { type: 'remove'; binderId: string; clientId: string }
  /** Requests all items from the sender; `all` is the answer. */
  | { type: 'ask' }
  | { type: 'all'; items: readonly OutboxItem[] };

/** Outboxes of the user's other tabs. Each shows all items; one sends. */
export interface OutboxPeers {
  readonly isSender: boolean;
  emit(message: OutboxMessage): void;
}
