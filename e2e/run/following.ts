import { createClient, type Replica, realtime } from '@ringbinder/client';
import { until } from '@ringbinder/testkit/until.ts';
import type { Target } from './posting.ts';

/** If a client has missed more entries, the server sends a snapshot (RT-4). */
const MAX_BEHIND = 200;

export interface ReceivedEntries {
  messages: readonly number[];
  /** Entries in a wrong order, and snapshots that replaced entries. */
  problems: readonly string[];
  last(): number | undefined;
}

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

export async function followBinder({ base, token, binder }: Target) {
  const channel = realtime(createClient({ baseUrl: base, token }), { random: () => 0.02 });
  const replica = channel.subscribe(binder);
  const received = recordEntries(replica);
  await until('the channel is live', () => replica.status.status === 'live');
  return { ...received, close: () => channel.close() };
}
