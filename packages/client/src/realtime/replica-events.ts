import type { RealtimeEntry } from '@ringbinder/protocol';

/** How current a replica is. */
export type ReplicaStatus =
  /** Nothing is loaded yet. */
  | { status: 'loading' }
  /** The state is from the last connection. */
  | { status: 'behind' }
  /** The state is current. */
  | { status: 'live' }
  /** The binder is not readable: the user was removed, it was deleted, or it never existed. The replica is empty. */
  | { status: 'ended'; code: string; message: string };

/** A change, already applied to the replica. */
export type ReplicaChange =
  /** The whole state was replaced. */
  | { type: 'snapshot' }
  /** Entries were applied, each once and in order. */
  | { type: 'entries'; entries: readonly RealtimeEntry[] }
  /** Older content was loaded. */
  | { type: 'listed' }
  /** Unsent messages changed. */
  | { type: 'pending' }
  | { type: 'status'; status: ReplicaStatus };
