import { type BinderCall, changeBinder, orNotFound } from '../../../access/index.ts';
import { readEmoji } from '../../../emoji.ts';
import { because, preconditionFailed } from '../../../errors.ts';
import * as queries from './queries.ts';

const MAX_KINDS = 20;

export async function addReaction(call: BinderCall, messageId: number, text: string): Promise<number> {
  const emoji = readEmoji(text);
  const key = { binderId: call.binderId, messageId, emoji, userId: call.actor.userId };
  return changeBinder(call, 'write', async ({ tx, at, log }) => {
    const there = orNotFound(await queries.findReactions(tx, key), 'message', messageId);
    if (there.is_own) return there.seq;
    if (!there.is_known && there.kinds >= MAX_KINDS)
      throw preconditionFailed(because('reactions_full', { limit: MAX_KINDS }));
    await queries.insertReaction(tx, key, at);
    return log([{ kind: 'reaction_added', body: { id: messageId, emoji } }]);
  });
}

export async function removeReaction(call: BinderCall, messageId: number, text: string): Promise<number> {
  const emoji = readEmoji(text);
  const key = { binderId: call.binderId, messageId, emoji, userId: call.actor.userId };
  return changeBinder(call, 'write', async ({ tx, log }) => {
    const there = orNotFound(await queries.findReactions(tx, key), 'message', messageId);
    orNotFound(there.is_own || undefined, 'reaction', emoji);
    await queries.deleteReaction(tx, key);
    return log([{ kind: 'reaction_removed', body: { id: messageId, emoji } }]);
  });
}
