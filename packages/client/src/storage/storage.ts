import type { Position } from '@ringbinder/protocol';
import type { BinderState } from '../replica/state.ts';
import type { OutboxItem } from '../types.ts';

/** The newest part of a binder, and where in its history it stands. */
export interface StoredReplica {
  /** Another version of this package may hold another form of state: it is then read anew. */
  format: typeof STORED_FORMAT;
  state: BinderState;
  position: Position;
}

export const STORED_FORMAT = 3;

/** Where replicas and what waits to be sent are kept from one visit to the next, for each user by itself. */
export interface ReplicaStorage {
  loadReplica(userId: string, binderId: string): Promise<StoredReplica | undefined>;
  saveReplica(userId: string, binderId: string, replica: StoredReplica): Promise<void>;
  removeReplica(userId: string, binderId: string): Promise<void>;
  /** The binders of which there is something. */
  listReplicas(userId: string): Promise<string[]>;
  /** What waits to be sent, the oldest first. */
  loadOutbox(userId: string): Promise<OutboxItem[]>;
  saveOutboxItem(userId: string, item: OutboxItem): Promise<void>;
  removeOutboxItem(userId: string, clientId: string): Promise<void>;
  /** Removes all of a user: who signs out leaves nothing behind. */
  clear(userId: string): Promise<void>;
}
