import type { Position } from '@ringbinder/protocol';
import type { BinderState } from '../replica/state.ts';
import type { OutboxItem } from '../types.ts';

export interface StoredReplica {
  format: typeof STORED_FORMAT;
  state: BinderState;
  position: Position;
}

export const STORED_FORMAT = 5;

export interface ReplicaStorage {
  loadReplica(userId: string, binderId: string): Promise<StoredReplica | undefined>;
  saveReplica(userId: string, binderId: string, replica: StoredReplica): Promise<void>;
  removeReplica(userId: string, binderId: string): Promise<void>;
  listReplicas(userId: string): Promise<string[]>;
  /** Oldest first. */
  loadOutbox(userId: string): Promise<OutboxItem[]>;
  saveOutboxItem(userId: string, item: OutboxItem): Promise<void>;
  removeOutboxItem(userId: string, clientId: string): Promise<void>;
  clear(userId: string): Promise<void>;
}
