import type { RealtimeEntry } from '@ringbinder/protocol';

export type ReplicaStatus =
  /** Nothing is loaded yet. */
  | { status: 'loading' }
  /** The state is from the last connection and may be outdated. */
  | { status: 'behind' }
  | { status: 'live' }
  /** The user cannot read the binder: they were removed, it was deleted, or it never existed. The replica is empty. */
  | { status: 'ended'; code: string; message: string };

/** A change that is already applied to the replica. */
export type ReplicaChange =
  /** The whole state was replaced. */
  | { type: 'snapshot' }
  /** New entries were applied, each once and in order. */
  | { type: 'entries'; entries: readonly RealtimeEntry[] }
  /** Older or truncated content was loaded. */
  | { type: 'listed' }
  | { type: 'pending' }
  | { type: 'status'; status: ReplicaStatus };
