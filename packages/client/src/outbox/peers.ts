import type { OutboxItem } from '../types.ts';

/** What outboxes of the same user tell each other. */
export type OutboxMessage =
  /** An item was added, or is another one now. */
  | { type: 'put'; item: OutboxItem }
  | { type: 'remove'; binderId: string; clientId: string }
  /** Asks the one that sends for all that it holds; `items` is the answer. */
  | { type: 'ask' }
  | { type: 'all'; items: readonly OutboxItem[] };

/** Outboxes of the same user in other tabs. Each shows all items, and one of them sends. */
export interface OutboxPeers {
  /** Whether this one sends. */
  readonly isSender: boolean;
  tell(message: OutboxMessage): void;
}
