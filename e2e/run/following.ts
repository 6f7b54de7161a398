import { createClient, type Replica, realtime } from '@ringbinder/client';
import { until } from '@ringbinder/testkit/until.ts';
import type { Target } from './posting.ts';

/** Who is so far behind is given entries, and not a snapshot (RT-4). */
const MAX_BEHIND = 200;

/** What a replica was told. */
export interface ReceivedEntries {
  /** The sequences of the messages that were posted, in the order in which they came. */
  messages: readonly number[];
  /** What was not told in order, or by another snapshot where entries were due. */
  problems: readonly string[];
  /** The sequence of the last entry. */
  last(): number | undefined;
}

/** Notes what a replica is told from now on. */
export function recordEntries(replica: Replica): ReceivedEntries {
  const messages: number[] = [];
  const problems: string[] = [];
  let last: number | undefined;
  replica.onChange((change) => {
    if (change.type === 'snapshot') {
      const to = replica.position?.seq ?? Number.NaN;
      if (last !== undefined && !(to - last > MAX_BEHIND)) problems.push(`a snapshot of ${to} after ${last}`);
      last = to;
    }
    if (change.type !== 'entries') return;
    for (const { seq, kind } of change.entries) {
      if (seq !== (last ?? Number.NaN) + 1) problems.push(`${seq} after ${last}`);
      last = seq;
      if (kind === 'message_posted') messages.push(seq);
    }
  });
  return { messages, problems, last: () => last };
}

/** Follows a binder as the client does, which connects again by itself and goes on where it was. Waits until it is live. */
export async function followBinder({ base, token, binder }: Target) {
  const channel = realtime(createClient({ baseUrl: base, token }), { random: () => 0.02 });
  const replica = channel.subscribe(binder);
  const received = recordEntries(replica);
  await until('the channel is live', () => replica.status.status === 'live');
  return { ...received, close: () => channel.close() };
}
