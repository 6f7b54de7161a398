import { accessBinder, type BinderCall, changeBinder } from '../../../access/index.ts';
import { because, invalid, preconditionFailed, referenceNotFound } from '../../../errors.ts';
import type { NewLogEntry } from '../../../log/index.ts';
import { insertMessage } from '../../message-rows/index.ts';
import { checkBytes } from '../../orgs/index.ts';
import { copyFile } from '../../pages/index.ts';
import { audioPath } from '../attachments.ts';
import type { PostedMessage } from '../message-input.ts';
import { findOriginal } from './queries.ts';

interface ForwardInput {
  sourceId: string;
  messageId: number;
  comment?: string | undefined;
}

/** `seq` belongs to the new message with the forwarded content. */
export interface ForwardedMessage extends PostedMessage {
  commentId?: number;
}

export function forwardMessage(
  call: BinderCall,
  { sourceId, messageId, comment }: ForwardInput,
): Promise<ForwardedMessage> {
  const { env, actor, binderId } = call;
  return changeBinder(call, 'write', async ({ tx, at, access, log }) => {
    await accessBinder(tx, actor, sourceId, 'read');
    const original = await findOriginal(tx, sourceId, messageId);
    if (!original) throw referenceNotFound('message_id', `names no message of the source: ${messageId}`);
    if (original.is_feed) throw invalid('message_id', 'must not name a message by the server');
    const { text, richtext, html, audio, author_id, written_at } = original;
    const copied = original.file
      ? await copyFile(tx, { sourceId, targetId: binderId, fileId: original.file.id, at })
      : undefined;
    if (copied && copied.length > 0) await checkBytes(tx, access.orgId);
    const file = copied ? original.file : null;
    if (text === '' && !file && !audio) throw preconditionFailed(because('forwarded_file_gone'));
    const common = { binderId, userId: actor.userId, at, replyTo: undefined, mentions: [], isFeed: false };
    const entries: NewLogEntry[] = [];
    const commentMessage =
      comment === undefined ? undefined : await insertMessage(tx, { ...common, text: comment });
    if (commentMessage) entries.push(commentMessage.entry);
    const {
      id,
      at: postedAt,
      entry,
    } = await insertMessage(tx, {
      ...common,
      text,
      forwarded: { userId: author_id, at: written_at },
      form: richtext === null ? undefined : { richtext, html, fields: null, buttons: null },
      file,
      sound: audio && { audio, pathOf: (newId) => audioPath(env, binderId, newId) },
    });
    const seq = await log([...entries, ...(copied ?? []), entry]);
    return {
      id,
      at: postedAt,
      seq,
      ...(file ? { fileId: file.id } : {}),
      ...(commentMessage ? { commentId: commentMessage.id } : {}),
    };
  });
}
