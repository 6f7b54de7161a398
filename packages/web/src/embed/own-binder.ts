import type { Realtime } from '@ringbinder/client';
import type { BinderCard } from '@ringbinder/protocol';
import { embed as text } from '../strings/en/embed.ts';
import { makeBinder } from './choose-binder.ts';
import type { EmbedSession } from './session.ts';

/** A binder of one's own, to which a recording can be on its way until it is said where it is saved; made when there is none. */
export async function ownBinder(session: EmbedSession, channel: Realtime, me: string): Promise<string> {
  const cards = await listBinders(channel);
  const own = cards.find(({ binder }) => binder.owner.id === me);
  return own ? own.binder.id : makeBinder(session, text.clipBinderName, []);
}

async function listBinders(channel: Realtime): Promise<readonly BinderCard[]> {
  const list = channel.binders();
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = list.onChange(() => resolve());
  if (list.cards === undefined) await promise;
  stop();
  const { cards = [] } = list;
  list.close();
  return cards;
}
