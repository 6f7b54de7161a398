import type { RealtimeEntry } from '@ringbinder/protocol';

export type ReplicaStatus =
  | { status: 'loading' }
  /** From the last connection, may be outdated. */
  | { status: 'behind' }
  | { status: 'live' }
  /** The user was removed, or the binder was deleted or never existed. The replica is empty. */
  | { status: 'ended'; code: string; message: string };

/** Already applied to the replica. */
export type ReplicaChange =
  | { type: 'snapshot' }
  /** Each entry once and in order. */
  | { type: 'entries'; entries: readonly RealtimeEntry[] }
  /** Older or truncated content. */
  | { type: 'listed' }
  | { type: 'pending' }
  | { type: 'status'; status: ReplicaStatus };
