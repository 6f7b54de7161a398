import {
  type Actor,
  type BinderCall,
  type BinderChange,
  changeBinder,
  orNotFound,
} from '../../access/index.ts';
import { because, forbidden, withDetails } from '../../errors.ts';
import { firstLink } from '../link-previews/index.ts';
import { followThread } from '../message-rows/index.ts';
import { messageDeleted } from './deleted-entry.ts';
import * as queries from './edit-message-queries.ts';
import { checkMentions, withAllMembers } from './mentions.ts';
import type { PostedMessage } from './message-input.ts';
import type { Composed } from './richtext/compose.ts';

export interface EditInput {
  content: Pick<Composed, 'text' | 'richtext' | 'html'>;
  mentions: readonly string[] | undefined;
  mentionAll: boolean | undefined;
}

export function editMessage(call: BinderCall, id: number, input: EditInput): Promise<PostedMessage> {
  const { binderId } = call;
  const { text, richtext, html } = input.content;
  return changeBinder(call, 'write', async (change) => {
    const { tx, log } = change;
    const message = await findOwnMessage(change, call.actor, id);
    // Readers would attribute the edited text to the original author.
    if (message.is_forwarded)
      throw forbidden(withDetails(because('not_allowed'), 'a forwarded message cannot be edited'));
    const { mentions, mentionAll } = await editedMentions(change, call.actor, message, input);
    const at = await queries.updateMessage(tx, {
      binderId,
      id,
      text,
      richtext,
      html,
      mentions,
      mentionAll,
      link: firstLink(input.content, new URL(call.env.baseUrl()).origin),
      at: change.at,
    });
    if (mentions !== message.mentions && message.thread_id !== null)
      await followThread(tx, binderId, id, false);
    const body = {
      id,
      text,
      ...(mentions.length > 0 ? { mentions } : {}),
      ...(mentionAll ? { mention_all: true } : {}),
    };
    const seq = await log([{ kind: 'message_edited', body }]);
    return { id, seq, at };
  });
}

async function editedMentions(
  { tx, access: { binderId } }: BinderChange,
  { userId }: Actor,
  message: queries.OwnMessageRow,
  { mentions, mentionAll }: EditInput,
): Promise<{ mentions: readonly string[]; mentionAll: boolean }> {
  if (!mentions && mentionAll === undefined)
    return { mentions: message.mentions, mentionAll: message.mention_all === true };
  if (mentions) await checkMentions(tx, binderId, mentions, { existing: message.mentions });
  if (!mentionAll) {
    const existing = message.mention_all ? [] : message.mentions;
    return { mentions: mentions ?? existing, mentionAll: false };
  }
  return { mentions: await withAllMembers(tx, binderId, userId, mentions), mentionAll: true };
}

export function deleteMessage(call: BinderCall, id: number): Promise<void> {
  return changeBinder(call, 'write', async (change) => {
    const message = await findOwnMessage(change, call.actor, id);
    await queries.markMessageDeleted(change.tx, call.binderId, id, change.at);
    await change.log([messageDeleted({ id, thread_id: message.thread_id })]);
  });
}

async function findOwnMessage(
  { tx, access }: BinderChange,
  actor: Actor,
  id: number,
): Promise<queries.OwnMessageRow> {
  const message = orNotFound(await queries.findMessageToChange(tx, access.binderId, id), 'message', id);
  if (message.user_id !== actor.userId)
    throw forbidden(withDetails(because('not_allowed'), 'only the author of a message may change it'));
  // An edit could contradict what the feed message reports.
  if (message.is_feed)
    throw forbidden(withDetails(because('not_allowed'), 'messages by the server cannot be changed'));
  return message;
}
