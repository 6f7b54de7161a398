import { type Actor, enterBinder } from '../../access/index.ts';
import type { Environment } from '../../environment.ts';
import { append } from '../../log/index.ts';
import type { Database } from '../../storage/database.ts';
import { insertMessage } from './insert-message.ts';
import { checkMentions } from './mentions.ts';
import type { MessageWish, PostedMessage } from './post.ts';
import { checkReplyTarget, readReplyTarget } from './reply-target.ts';

/**
 * Posts a message that answers something or names users. Needs write access. Throws a 400, not found or precondition
 * failed that names the field of what it refers to.
 */
export async function postWithReferences(
  env: Environment,
  db: Database,
  actor: Actor,
  binderId: string,
  wish: MessageWish,
): Promise<PostedMessage> {
  const { text, mentions = [] } = wish;
  const replyTo = wish.replyTo && readReplyTarget(wish.replyTo);
  return db.transaction(async (tx) => {
    await enterBinder(tx, actor, binderId, 'write');
    if (replyTo) await checkReplyTarget(tx, binderId, replyTo);
    await checkMentions(tx, binderId, mentions);
    const { userId } = actor;
    const message = { binderId, userId, at: env.clock.now(), text, replyTo, mentions, isFeed: false };
    const { id, at, entry } = await insertMessage(tx, message);
    const seq = await append(tx, { binderId, actorId: userId, at, bus: env.bus }, [entry]);
    return { id, seq, at };
  });
}
