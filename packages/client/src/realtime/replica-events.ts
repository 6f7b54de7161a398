import type { RealtimeEntry } from '@ringbinder/protocol';

export type ReplicaStatus =
  | { status: 'loading' }
  /** The state comes from the last connection and may be outdated. */
  | { status: 'behind' }
  | { status: 'live' }
  /** The binder does not exist, or the user was removed from the binder. The replica is empty. */
  | { status: 'ended'; code: string; message: string };

export type ReplicaChange =
  | { type: 'snapshot' }
  /** Each entry is reported once and in order. */
  | { type: 'entries'; entries: readonly RealtimeEntry[] }
  /** Older messages or the rest of a truncated list were loaded. */
  | { type: 'listed' }
  | { type: 'pending' }
  | { type: 'status'; status: ReplicaStatus };
