import { createClient, realtime } from '@ringbinder/client';
import { eventually } from './eventually.ts';
import type { Target } from './posting.ts';

/**
 * Follows a binder as the client does, which connects again by itself and goes on where it was.
 * @returns the sequences of the messages that were posted since, in the order in which they came
 */
export async function followBinder({ base, token, binder }: Target) {
  const channel = realtime(createClient({ baseUrl: base, token }), { random: () => 0.02 });
  const replica = channel.subscribe(binder);
  const heard: number[] = [];
  replica.onChange((change) => {
    if (change.type !== 'entries') return;
    for (const { seq, kind } of change.entries) if (kind === 'message_posted') heard.push(seq);
  });
  await eventually('the channel is live', () => replica.status.status === 'live');
  return { heard, close: () => channel.close() };
}
