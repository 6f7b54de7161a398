import type { RealtimeEntry } from '@ringbinder/protocol';

/** How up to date a replica is. */
export type ReplicaStatus =
  /** It holds nothing yet. */
  | { status: 'loading' }
  /** It holds what was the state when there was a connection last. */
  | { status: 'behind' }
  /** What it holds is the state. */
  | { status: 'live' }
  /** The binder may not be read: one was removed, it was deleted or never was. It holds nothing any more. */
  | { status: 'ended'; code: string; message: string };

/** What changed of a replica. The replica has the new state already. */
export type ReplicaChange =
  /** The state is another one as a whole. */
  | { type: 'snapshot' }
  /** The state went on by these entries; each comes once, and in order. */
  | { type: 'entries'; entries: readonly RealtimeEntry[] }
  /** More of what was there before was read. */
  | { type: 'listed' }
  /** What is to be sent. */
  | { type: 'pending' }
  | { type: 'status'; status: ReplicaStatus };
