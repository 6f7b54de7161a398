import type { Message, MessageFile, Reaction, ReplyTo } from '@ringbinder/protocol';
import {
  type BinderRole,
  binderMembership,
  binderMemberships,
  type MembershipRow,
  rolesFor,
} from '../../access/index.ts';
import {
  allocateSequences,
  entriesAfter,
  type LockedBinder,
  logAllocated,
  type StoredLogEntry,
  TRACE_ALLOCATED,
} from '../../log/index.ts';
import type { Database } from '../../storage/database.ts';
import { inSpan } from '../../tracing/index.ts';
import type { StoredAudio } from '../message-rows/index.ts';
import type { Button } from './richtext/compose.ts';
import type { Fields } from './richtext/template.ts';

/** A row exists even if the author may not write and nothing was stored. */
export interface PostedRow extends MembershipRow {
  ordinal: number;
  new_id: number | null;
  seq: number | null;
  at: number | null;
  /** Someone lost access while the statement waited, or a locked binder was skipped. The post must be retried. */
  unsettled: boolean;
}

export interface NewMessage {
  binderId: string;
  userId: string;
  text: string;
  clientUuid?: string | undefined;
  traceparent?: string | undefined;
}

/** @param locked must be `skip` if there are several binders */
export async function insertMessages(
  db: Database,
  messages: readonly NewMessage[],
  { at, locked }: { at: number; locked: LockedBinder },
): Promise<(PostedRow | undefined)[]> {
  const values = [
    messages.map(({ binderId }) => binderId),
    messages.map(({ userId }) => userId),
    at,
    messages.map(({ text }) => text),
    messages.map(({ clientUuid }) => clientUuid ?? null),
  ];
  const rows = messages.some(({ traceparent }) => traceparent !== undefined)
    ? await insertTraced(db, messages, values, locked)
    : await db.query<PostedRow>(locked === 'skip' ? INSERT_INTO_SEVERAL : INSERT_MESSAGES, values);
  const byOrdinal = new Map(rows.map((row) => [row.ordinal, row]));
  return messages.map((_, index) => byOrdinal.get(index + 1));
}

function insertTraced(
  db: Database,
  messages: readonly NewMessage[],
  values: readonly unknown[],
  locked: LockedBinder,
): Promise<PostedRow[]> {
  const traceparents = messages.map(({ traceparent }) => traceparent ?? null);
  const [parent, ...links] = traceparents.flatMap((each) => each ?? []);
  const attributes = { 'messaging.batch.message_count': messages.length };
  return inSpan('post messages', { parent, links, attributes }, () =>
    db.query<PostedRow>(locked === 'skip' ? INSERT_INTO_SEVERAL_TRACED : INSERT_TRACED, [
      ...values,
      traceparents,
    ]),
  );
}

const insertStatement = (
  locked: LockedBinder,
  isTraced = false,
) => `WITH ${binderMemberships({ text: '$4::text[]', client_uuid: '$5::text[]', ...(isTraced ? { traceparent: '$6::text[]' } : {}) })},
  ${allocateSequences(rolesFor.write, { locked, alsoSet: 'total_messages = b.total_messages + counted.n' })},
  posted AS (
    INSERT INTO messages (binder_id, id, user_id, text, created_at, updated_at)
    SELECT binder_id, new_id, user_id, text, at, at FROM numbered WHERE new_id IS NOT NULL
  ),
  ${isTraced ? `${TRACE_ALLOCATED},` : ''}
  ${logAllocated('message_posted', `jsonb_strip_nulls(jsonb_build_object('id', new_id, 'text', text, 'client_uuid', client_uuid))`)}
  SELECT ordinal, role AS member_role, new_id, seq, at, (role IN ${rolesFor.write} AND new_id IS NULL) IS TRUE AS unsettled
  FROM numbered`;

export const INSERT_MESSAGES = insertStatement('wait');
const INSERT_INTO_SEVERAL = insertStatement('skip');
const INSERT_TRACED = insertStatement('wait', true);
const INSERT_INTO_SEVERAL_TRACED = insertStatement('skip', true);

/** A thousand messages of maximum length would be a gigabyte. */
export const MAX_BYTES = 8 * 1024 ** 2;
export const BYTES = `octet_length(text) + coalesce(octet_length(richtext) + octet_length(html), 0)
  + coalesce(octet_length(fields::text), 0) + coalesce(octet_length(buttons::text), 0)
  + coalesce(octet_length(reactions::text), 0)`;

export interface MessageFields {
  text: string;
  user_id: string;
  user_name: string;
  reply_to: ReplyTo | null;
  thread_id: number | null;
  thread_only: boolean;
  replies: NonNullable<Message['replies']> | null;
  mentions: string[] | null;
  mention_all: boolean | null;
  richtext: string | null;
  html: string | null;
  fields: Fields | null;
  buttons: Omit<Button, 'payload'>[] | null;
  forwarded: NonNullable<Message['forwarded']> | null;
  file: MessageFile | null;
  has_audio: boolean;
  is_feed: boolean;
  reactions: Reaction[] | null;
  pinned: NonNullable<Message['pinned']> | null;
  /** Null if the org has disabled previews. `title` is missing if the author removed the preview. */
  preview: Partial<NonNullable<Message['preview']>> | null;
  created_at: number;
  updated_at: number;
}

/** If the range contains no messages, one row has a null `id`. */
export interface MessageRow extends Record<string, unknown>, MessageFields {
  roles: (BinderRole | null)[] | null;
  id: number | null;
  fits: boolean;
}

export interface MessageRange {
  binderId: string;
  direction: 'before' | 'after';
  from: number;
  limit: number;
}

/** Only rows within `MAX_BYTES` have `fits: true`. One row more means that more messages follow. */
export function findMessages(
  db: Database,
  { binderId, direction, from, limit }: MessageRange,
  userIds: readonly string[],
): Promise<MessageRow[]> {
  const statement = direction === 'before' ? FIND_MESSAGES : FIND_MESSAGES_AFTER;
  return db.query<MessageRow>(statement, [binderId, userIds, from, limit]);
}

const MAX_REPLIERS = 5;
const replySummary = `(SELECT jsonb_build_object('count', sum(of_user.count), 'last_time', max(of_user.last_time),
             'users', (array_agg(of_user.user_id ORDER BY of_user.first_id))[:${MAX_REPLIERS}])
           FROM (SELECT r.user_id, count(*) AS count, min(r.id) AS first_id, max(r.created_at) AS last_time FROM messages r
             WHERE r.binder_id = m.binder_id AND r.thread_id = m.id AND r.deleted_at IS NULL GROUP BY r.user_id) of_user
           HAVING count(*) > 0)`;

/** Omits the payloads of buttons, which only the bot receives. */
export const messageColumns = `m.text, m.user_id, (SELECT name FROM users WHERE id = m.user_id) AS user_name,
           m.reply_to, m.thread_id, m.thread_only, ${replySummary} AS replies, nullif(m.mentions, '{}') AS mentions, m.mention_all, m.richtext, m.html, m.fields,
           CASE WHEN m.buttons IS NOT NULL THEN
             (SELECT jsonb_agg(b.button - 'payload' ORDER BY b.ordinal) FROM jsonb_array_elements(m.buttons) WITH ORDINALITY AS b (button, ordinal))
           END AS buttons,
           CASE WHEN m.forwarded_from IS NOT NULL THEN jsonb_build_object('user', jsonb_build_object('id', m.forwarded_from,
             'name', (SELECT name FROM users WHERE id = m.forwarded_from)), 'time', m.forwarded_at) END AS forwarded, m.file, m.audio IS NOT NULL AS has_audio, m.is_feed, m.reactions,
           CASE WHEN m.pinned_at IS NOT NULL THEN jsonb_build_object('time', m.pinned_at, 'user',
             jsonb_build_object('id', m.pinned_by, 'name', (SELECT name FROM users WHERE id = m.pinned_by)))
           END AS pinned, CASE WHEN m.preview IS NOT NULL AND
             (SELECT o.link_previews FROM binders b JOIN orgs o ON o.id = b.org_id WHERE b.id = m.binder_id) THEN m.preview END AS preview, m.created_at, m.updated_at`;

export interface SingleMessageRow extends Record<string, unknown>, MessageFields {
  id: number;
}

export function findMessagesByIds(
  db: Database,
  binderId: string,
  ids: readonly number[],
): Promise<SingleMessageRow[]> {
  return db.query<SingleMessageRow>(
    `SELECT m.id, ${messageColumns} FROM messages m
     WHERE m.binder_id = $1 AND m.id = ANY($2) AND m.deleted_at IS NULL`,
    [binderId, ids],
  );
}

export function findNewestMessages(
  db: Database,
  binderIds: readonly string[],
): Promise<(SingleMessageRow & { binder_id: string })[]> {
  return db.query<SingleMessageRow & { binder_id: string }>(
    `SELECT m.binder_id, m.id, ${messageColumns} FROM unnest($1::text[]) AS wanted (binder_id)
     CROSS JOIN LATERAL (
       SELECT * FROM messages WHERE binder_id = wanted.binder_id AND deleted_at IS NULL ORDER BY id DESC LIMIT 1
     ) m`,
    [binderIds],
  );
}

// With a join for the names, the planner would sort rows that are already in order.
const messagesInOrder = (
  after: '<' | '>',
  order: 'DESC' | 'ASC',
  condition = '',
) => `WITH membership AS MATERIALIZED (
    SELECT b.id, ARRAY(
      SELECT (SELECT role FROM binder_members WHERE binder_id = b.id AND user_id = caller.user_id)
      FROM unnest($2::text[]) WITH ORDINALITY AS caller (user_id, ordinal) ORDER BY ordinal) AS roles
    FROM binders b WHERE b.id = $1 AND b.deleted_at IS NULL)
  SELECT CASE WHEN m.ordinal IS NULL OR m.ordinal = 1 THEN membership.roles END AS roles, m.*
  FROM membership LEFT JOIN LATERAL (
    SELECT m.id, m.ordinal, ${messageColumns},
           m.bytes_before IS NULL OR m.bytes_before < ${MAX_BYTES} AS fits
    FROM (
      SELECT *, row_number() OVER w AS ordinal,
        sum(${BYTES}) OVER (w ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before,
        sum(${BYTES}) OVER (w ROWS BETWEEN UNBOUNDED PRECEDING AND 2 PRECEDING) AS bytes_before_last
      FROM messages WHERE binder_id = membership.id AND array_remove(membership.roles, NULL) <> '{}' AND id ${after} $3 AND deleted_at IS NULL ${condition}
      WINDOW w AS (ORDER BY id ${order})
      ORDER BY id ${order} LIMIT $4
    ) m
    WHERE m.bytes_before_last IS NULL OR m.bytes_before_last < ${MAX_BYTES}
  ) m ON true ORDER BY m.id ${order}`;

export const FIND_MESSAGES = messagesInOrder('<', 'DESC');
const FIND_MESSAGES_AFTER = messagesInOrder('>', 'ASC');
const FIND_REPLIES = messagesInOrder('>', 'ASC', 'AND thread_id = $5::bigint');

export function findReplies(
  db: Database,
  { binderId, threadId, from, limit }: { binderId: string; threadId: number; from: number; limit: number },
  userId: string,
): Promise<MessageRow[]> {
  return db.query<MessageRow>(FIND_REPLIES, [binderId, [userId], from, limit, threadId]);
}

export async function findAudio(
  db: Database,
  binderId: string,
  messageId: number,
): Promise<StoredAudio | undefined> {
  const [row] = await db.query<{ audio: StoredAudio | null }>(
    'SELECT audio FROM messages WHERE binder_id = $1 AND id = $2 AND deleted_at IS NULL',
    [binderId, messageId],
  );
  return row?.audio ?? undefined;
}

export interface FeedRow extends MembershipRow, Omit<StoredLogEntry, 'seq'> {
  latest_seq: number;
  seq: number | null;
}

export function findEntries(
  db: Database,
  range: { binderId: string; userId: string; after: number; limit: number },
): Promise<FeedRow[]> {
  return db.query<FeedRow>(FIND_ENTRIES, [range.binderId, range.userId, range.after, range.limit]);
}

const FIND_ENTRIES = `WITH ${binderMembership}
  SELECT membership.role AS member_role, b.seq AS latest_seq, e.*
  FROM membership JOIN binders b ON b.id = membership.id LEFT JOIN LATERAL (
    ${entriesAfter({ binderId: '$1', after: '$3', limit: '$4', when: 'membership.role IS NOT NULL' })}
  ) e ON true ORDER BY e.seq`;
