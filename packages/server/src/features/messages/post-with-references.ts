import { type BinderCall, changeBinder } from '../../access/index.ts';
import { insertMessage } from './insert-message.ts';
import { checkMentions } from './mentions.ts';
import type { MessageWish, PostedMessage } from './post.ts';
import { checkReplyTarget, readReplyTarget } from './reply-target.ts';

/**
 * Posts a message that answers something, names users, or has form. Needs write access. Throws a 400, not found or precondition
 * failed that names the field of what it refers to.
 */
export async function postWithReferences(call: BinderCall, wish: MessageWish): Promise<PostedMessage> {
  const { text, mentions = [], form } = wish;
  const replyTo = wish.replyTo && readReplyTarget(wish.replyTo);
  const { binderId } = call;
  const { userId } = call.actor;
  return changeBinder(call, 'write', async ({ tx, log, ...change }) => {
    if (replyTo) await checkReplyTarget(tx, binderId, replyTo);
    await checkMentions(tx, binderId, mentions);
    const message = { binderId, userId, at: change.at, text, replyTo, mentions, isFeed: false, form };
    const { id, at, entry } = await insertMessage(tx, message);
    const seq = await log([entry]);
    return { id, seq, at };
  });
}
