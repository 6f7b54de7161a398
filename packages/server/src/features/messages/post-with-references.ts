import { type BinderCall, changeBinder } from '../../access/index.ts';
import { audioPath, keepAttached } from './attached.ts';
import { insertMessage } from './insert-message.ts';
import { checkMentions } from './mentions.ts';
import type { MessageInput, PostedMessage } from './message-input.ts';
import { checkReplyTarget, readReplyTarget } from './reply-target.ts';

/**
 * Posts a message that answers something, names users, has form, or brings a file or sound. Needs write access. Throws a
 * 400, not found or precondition failed that names the field of what it refers to.
 */
export async function postWithReferences(call: BinderCall, input: MessageInput): Promise<PostedMessage> {
  const { text, mentions = [], form, attached = {}, clientUuid } = input;
  const replyTo = input.replyTo && readReplyTarget(input.replyTo);
  const { binderId } = call;
  const { userId } = call.actor;
  return changeBinder(call, 'write', async (change) => {
    const { tx } = change;
    if (replyTo) await checkReplyTarget(tx, binderId, replyTo);
    await checkMentions(tx, binderId, mentions);
    const { file, audio, entries } = await keepAttached(call, change, attached);
    const message = {
      binderId,
      userId,
      at: change.at,
      text,
      replyTo,
      mentions,
      clientUuid,
      isFeed: false,
      form,
      file,
    };
    const sound = audio && { audio, pathOf: (id: number) => audioPath(call.env, binderId, id) };
    const { id, at, entry } = await insertMessage(tx, { ...message, sound });
    const seq = await change.log([...entries, entry]);
    return { id, seq, at, ...(file ? { fileId: file.id } : {}) };
  });
}
