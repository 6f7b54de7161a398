import { type Actor, enterBinder, found } from '../../access/index.ts';
import type { Environment } from '../../environment.ts';
import { forbidden } from '../../errors.ts';
import { append } from '../../log/index.ts';
import type { Database, Transaction } from '../../storage/database.ts';
import { checkMentions } from './mentions.ts';
import * as queries from './own-message-queries.ts';
import type { PostedMessage } from './post.ts';

/** A message, named by its binder and its id. */
export interface MessageName {
  binderId: string;
  messageId: number;
}

/**
 * Gives a message another text, and other mentions unless they are left out. By its author, with write access. Throws
 * not found, forbidden, or precondition failed for a mention of someone who is neither a member nor mentioned already.
 */
export function editMessage(
  env: Environment,
  db: Database,
  actor: Actor,
  name: MessageName,
  change: { text: string; mentions: readonly string[] | undefined },
): Promise<PostedMessage> {
  const { binderId, messageId: id } = name;
  const { text } = change;
  return db.transaction(async (tx) => {
    const message = await enterOwnMessage(tx, actor, name);
    const mentions = change.mentions ?? message.mentions;
    if (change.mentions) await checkMentions(tx, binderId, mentions, message.mentions);
    const at = await queries.updateMessage(tx, { binderId, id, text, mentions, at: env.clock.now() });
    const body = { id, text, ...(mentions.length > 0 ? { mentions } : {}) };
    const context = { binderId, actorId: actor.userId, at, bus: env.bus };
    const seq = await append(tx, context, [{ kind: 'message_edited', body }]);
    return { id, seq, at };
  });
}

/**
 * Deletes a message: from then on it does not exist, but answers to it stay. By its author, with write access. Throws
 * not found, forbidden.
 */
export function deleteMessage(env: Environment, actor: Actor, name: MessageName): Promise<void> {
  const { binderId, messageId: id } = name;
  const at = env.clock.now();
  return env.db.transaction(async (tx) => {
    await enterOwnMessage(tx, actor, name);
    await queries.markMessageDeleted(tx, binderId, id, at);
    const context = { binderId, actorId: actor.userId, at, bus: env.bus };
    await append(tx, context, [{ kind: 'message_deleted', body: { id } }]);
  });
}

async function enterOwnMessage(
  tx: Transaction,
  actor: Actor,
  { binderId, messageId }: MessageName,
): Promise<queries.OwnMessageRow> {
  await enterBinder(tx, actor, binderId, 'write');
  const message = found(await queries.findMessageToChange(tx, binderId, messageId), 'message', messageId);
  if (message.user_id !== actor.userId) throw forbidden('only the author of a message may change it');
  // Otherwise whoever has approved something could have the chat say the opposite.
  if (message.is_feed) throw forbidden('the message reports what was done, and nobody may change it');
  return message;
}
