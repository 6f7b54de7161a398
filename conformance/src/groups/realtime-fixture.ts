import type { BinderCard, Position } from '@ringbinder/protocol';
import { type Channel, channelAddress, type Frame, openChannel } from '../channel.ts';
import type { Person } from '../people.ts';
import type { BinderFixture, Trial } from '../trial.ts';

export interface Channels {
  bare(): Promise<Channel>;
  /** @param token default: the person's own */
  as(person: Person, token?: string): Promise<Channel>;
  following(person: Person, fixture: BinderFixture): Promise<{ channel: Channel; at: Position }>;
  listing(person: Person): Promise<{ channel: Channel; cards: BinderCard[] }>;
}

export function channelsOf(t: Pick<Trial, 'connection' | 'after'>): Channels {
  const channels: Channels = {
    async bare() {
      const channel = await openChannel(channelAddress(t.connection.base));
      t.after(() => channel.close());
      return channel;
    },
    async as(person, token = person.token) {
      const channel = await channels.bare();
      channel.send({ type: 'hello', version: 1, token });
      await channel.next('welcome');
      return channel;
    },
    async following(person, fixture) {
      const channel = await channels.as(person);
      channel.send({ type: 'subscribe', id: 1, binder_id: fixture.id });
      const { position: at } = await channel.next('snapshot');
      return { channel, at };
    },
    async listing(person) {
      const channel = await channels.as(person);
      channel.send({ type: 'subscribe_self', id: 1 });
      return { channel, cards: (await channel.next('binders')).binders };
    },
  };
  return channels;
}

export function seqsOf(frames: readonly Frame[]): number[] {
  return frames.flatMap((frame) => (frame.type === 'entries' ? frame.entries.map(({ seq }) => seq) : []));
}

export async function until(channel: Channel, seq: number): Promise<void> {
  while (!seqsOf(channel.frames).includes(seq)) await channel.next('entries');
}
