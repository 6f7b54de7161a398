import type { MessageFile, ReplyTo } from '@ringbinder/protocol';
import type { NewLogEntry } from '../../log/index.ts';
import type { Transaction } from '../../storage/database.ts';
import { followThread } from './follow-thread.ts';

export interface StoredAudio {
  sha256: string;
  size: number;
  mime_type: string;
  name: string;
}

interface MessageForm {
  richtext: string | null;
  html: string | null;
  fields: object | null;
  buttons: readonly object[] | null;
}

export interface NewMessage {
  binderId: string;
  userId: string;
  at: number;
  text: string;
  replyTo: ReplyTo | undefined;
  threadOnly?: boolean | undefined;
  mentions: readonly string[];
  mentionAll?: boolean | undefined;
  /** The client's own id, which only the log entry contains. */
  clientUuid?: string | undefined;
  isFeed: boolean;
  form?: MessageForm | undefined;
  forwarded?: { userId: string; at: number } | undefined;
  file?: MessageFile | null;
  sound?: { audio: StoredAudio; pathOf(id: number): string } | null;
}

/** The caller must append `entry` to the log. */
export interface InsertedMessage {
  id: number;
  at: number;
  entry: NewLogEntry;
}

/** The transaction must hold the lock of `lockBinderFor`. */
export async function insertMessage(tx: Transaction, message: NewMessage): Promise<InsertedMessage> {
  const { binderId, userId, text, replyTo, mentions, isFeed, form, file, sound, clientUuid, forwarded } =
    message;
  const threadOnly = message.threadOnly ?? false;
  const reply = replyTo && JSON.stringify(replyTo);
  const json = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value));
  const formValues = [form?.richtext ?? null, form?.html ?? null, json(form?.fields), json(form?.buttons)];
  const otherValues = [
    json(file),
    json(sound?.audio),
    threadOnly,
    forwarded?.userId ?? null,
    forwarded?.at ?? null,
    message.mentionAll || null,
  ];
  const values = [
    binderId,
    userId,
    message.at,
    text,
    reply ?? null,
    mentions,
    isFeed,
    ...formValues,
    ...otherValues,
  ];
  const [row] = await tx.query<{ id: number; at: number; thread_id: number | null }>(INSERT_MESSAGE, values);
  if (!row) throw new Error(`no binder ${binderId} to store a message in`);
  const body = {
    id: row.id,
    text,
    ...(form?.richtext ? { richtext: form.richtext } : {}),
    ...(replyTo ? { reply_to: replyTo } : {}),
    ...(row.thread_id === null ? {} : { thread_id: row.thread_id }),
    ...(threadOnly ? { thread_only: true } : {}),
    ...(clientUuid === undefined ? {} : { client_uuid: clientUuid }),
    ...(mentions.length > 0 ? { mentions } : {}),
    ...(message.mentionAll ? { mention_all: true } : {}),
    ...(forwarded ? { forwarded: { user_id: forwarded.userId, time: forwarded.at } } : {}),
    ...(file ? { file } : {}),
    ...(sound ? { audio: sound.pathOf(row.id) } : {}),
    ...(isFeed ? { is_feed: true } : {}),
  };
  if (row.thread_id !== null) await followThread(tx, binderId, row.id, true);
  return { id: row.id, at: row.at, entry: { kind: 'message_posted', body } };
}

// A message has the same time as its log entry. The times in a log never decrease.
const INSERT_MESSAGE = `WITH taken AS (
    UPDATE binders SET next_id = next_id + 1, total_messages = total_messages + 1, updated_at = greatest(updated_at, $3)
    WHERE id = $1 RETURNING next_id - 1 AS id, updated_at AS at
  )
  INSERT INTO messages (binder_id, id, user_id, text, reply_to, mentions, is_feed, richtext, html, fields, buttons, file, audio, thread_only, forwarded_from, forwarded_at, mention_all, thread_id, created_at, updated_at)
  SELECT $1, id, $2, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14::boolean, $15::text, $16::bigint, $17::boolean, (
    SELECT coalesce(parent.thread_id, parent.id) FROM messages parent
    WHERE parent.binder_id = $1 AND parent.id = ($5::jsonb -> 'binder' ->> 'comment_id')::bigint
  ), at, at FROM taken RETURNING id, created_at AS at, thread_id`;
