import { type Channel, channelAddress, type Frame, openChannel } from '../channel.ts';
import { expectShape } from '../expect.ts';
import type { Person } from '../people.ts';
import { category, reference } from '../resources.ts';
import { count, filledText, list, numericId, object, record, type TypeOf, time } from '../shape.ts';
import type { BinderFixture, Trial } from '../trial.ts';

export const position = object({ epoch: filledText, seq: count });
export const welcome = object({
  session_id: filledText,
  user: reference,
  heartbeat_ms: numericId,
  max_subscriptions: numericId,
});
const change = object({ type: filledText });
const entry = object({
  seq: numericId,
  at: time,
  kind: filledText,
  actor: reference,
  body: record,
  changes: list(change),
});
export const entriesFrame = object({ epoch: filledText, entries: list(entry) });
export const snapshotFrame = object({
  position,
  state: object({
    binder: record,
    members: list(record),
    messages: list(object({ id: numericId })),
    pinned_messages: list(record),
    pages: list(record),
    page_comments: list(record),
    transactions: list(record),
    todos: list(record),
    files: list(record),
  }),
});
export const ephemeralFrame = object({
  kind: filledText,
  user: reference,
  session_id: filledText,
  data: record,
});

/** What a check of the channel works with. All that it opens is closed when it is over. */
export interface Channels {
  /** A connection without a word. */
  bare(): Promise<Channel>;
  /** A connection of somebody who was welcomed. @param token another one than the person's */
  as(person: Person, token?: string): Promise<Channel>;
  /** The same, subscribed to a binder from a snapshot on. */
  following(
    person: Person,
    fixture: BinderFixture,
  ): Promise<{ channel: Channel; at: TypeOf<typeof position> }>;
  /** The same, following the list of binders. */
  listing(person: Person): Promise<{ channel: Channel; cards: Card[] }>;
}

/** A binder in the list of somebody. */
export type Card = TypeOf<typeof card>;
const card = object({
  binder: object({ id: filledText, name: filledText }),
  position,
  unread: count,
  mentions: count,
  read_message_id: count,
});
export const bindersFrame = object({ binders: list(card), categories: list(category) });
export const cardFrame = object({ card });

/** Runs the check of a channel. */
export async function withChannels(
  { connection }: Pick<Trial, 'connection'>,
  work: (channels: Channels) => Promise<void>,
): Promise<void> {
  const opened: Channel[] = [];
  const channels: Channels = {
    async bare() {
      const channel = await openChannel(channelAddress(connection.base));
      opened.push(channel);
      return channel;
    },
    async as(person, token = person.token) {
      const channel = await channels.bare();
      channel.send({ type: 'hello', version: 1, token });
      expectShape(await channel.next('welcome'), welcome, 'welcome');
      return channel;
    },
    async following(person, fixture) {
      const channel = await channels.as(person);
      channel.send({ type: 'subscribe', id: 1, binder_id: fixture.id });
      const { position: at } = expectShape(await channel.next('snapshot'), snapshotFrame, 'snapshot');
      return { channel, at };
    },
    async listing(person) {
      const channel = await channels.as(person);
      channel.send({ type: 'subscribe_self', id: 1 });
      return { channel, cards: expectShape(await channel.next('binders'), bindersFrame, 'binders').binders };
    },
  };
  try {
    await work(channels);
  } finally {
    for (const channel of opened) channel.close();
  }
}

/** The sequences of the entries in some frames. */
export function seqsOf(frames: readonly Frame[]): number[] {
  return frames
    .filter(({ type }) => type === 'entries')
    .flatMap((frame) => expectShape(frame, entriesFrame, 'entries').entries.map(({ seq }) => seq));
}

/** Waits until a channel has told of a sequence. */
export async function until(channel: Channel, seq: number): Promise<void> {
  while (!seqsOf(channel.frames).includes(seq)) await channel.next('entries');
}
