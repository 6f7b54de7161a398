import type { RealtimeEntry } from '@ringbinder/protocol';

export type ReplicaStatus =
  | { status: 'loading' }
  /** From the last connection, may be outdated. */
  | { status: 'behind' }
  | { status: 'live' }
  /** Removed from the binder, or it does not exist. The replica is empty. */
  | { status: 'ended'; code: string; message: string };

export type ReplicaChange =
  | { type: 'snapshot' }
  /** Once and in order. */
  | { type: 'entries'; entries: readonly RealtimeEntry[] }
  /** Older or truncated content. */
  | { type: 'listed' }
  | { type: 'pending' }
  | { type: 'status'; status: ReplicaStatus };
