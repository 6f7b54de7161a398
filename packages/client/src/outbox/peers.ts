import type { OutboxItem } from '../types.ts';

export type OutboxMessage =
  | { type: 'put'; item: OutboxItem }
  | { type: 'remove'; binderId: string; clientId: string }
  | { type: 'ask' }
  | { type: 'all'; items: readonly OutboxItem[] };

export interface OutboxPeers {
  readonly isSender: boolean;
  emit(message: OutboxMessage): void;
}
