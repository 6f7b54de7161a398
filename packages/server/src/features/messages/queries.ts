import type { MessageFile, ReplyTo } from '@ringbinder/protocol';
import { binderDoor, binderDoors, type DoorRow, rolesFor } from '../../access/index.ts';
import { entriesAfter, logTaken, type StoredLogEntry, takeThroughDoors } from '../../log/index.ts';
import type { Database } from '../../storage/database.ts';
import type { StoredAudio } from './attached.ts';
import type { Button } from './richtext/compose.ts';
import type { Fields } from './richtext/template.ts';

/** What the statement that posts gives for each message: the door, and the message unless the door was closed. */
export interface PostedRow extends DoorRow {
  new_id: number | null;
  seq: number | null;
  at: number | null;
  /** The door was open, but someone lost access while the statement waited: nothing was stored, it is to be run again. */
  unsettled: boolean;
}

/** Messages to post to one binder. `at` in milliseconds. */
export interface NewMessages {
  binderId: string;
  at: number;
  messages: readonly { userId: string; text: string }[];
}

/**
 * Checks access for each message, stores those that may be, in their order, and logs them: one round trip. Gives a row
 * for each message; none at all when there is no such binder.
 */
export function insertMessages(db: Database, { binderId, at, messages }: NewMessages): Promise<PostedRow[]> {
  const userIds = messages.map(({ userId }) => userId);
  const texts = messages.map(({ text }) => text);
  return db.query<PostedRow>(INSERT_MESSAGES, [binderId, userIds, at, texts]);
}

/** The statement of `insertMessages`. */
export const INSERT_MESSAGES = `WITH ${binderDoors({ text: '$4::text[]' })},
  ${takeThroughDoors(rolesFor.write, 'total_messages = b.total_messages + counted.n')},
  posted AS (
    INSERT INTO messages (binder_id, id, user_id, text, created_at, updated_at)
    SELECT binder_id, new_id, user_id, text, at, at FROM taken
  ),
  ${logTaken('message_posted', `jsonb_build_object('id', new_id, 'text', text)`)}
  SELECT door.role AS door_role, taken.new_id, taken.seq, taken.at,
    (door.role IN ${rolesFor.write} AND taken.place IS NULL) IS TRUE AS unsettled
  FROM door LEFT JOIN taken USING (place) ORDER BY place`;

/** What one list gives at the most, in bytes of text: a thousand of the longest messages would be 260 MB. */
const MOST_BYTES = 8 * 1024 ** 2;
/** 65,536 characters of four bytes. */
const LONGEST_BYTES = 4 * 65_536;

/** The door, with one message; `id` is null in the single row of a binder without any. */
export interface MessageRow extends DoorRow {
  id: number | null;
  text: string;
  user_id: string;
  user_name: string;
  reply_to: ReplyTo | null;
  /** null when it names nobody. */
  mentions: string[] | null;
  richtext: string | null;
  html: string | null;
  fields: Fields | null;
  buttons: Button[] | null;
  file: MessageFile | null;
  has_audio: boolean;
  created_at: number;
  updated_at: number;
  /** Whether it is within what one list gives; one that is not only tells that there is more. */
  fits: boolean;
}

/**
 * The newest messages before an id, newest first, behind the door: one round trip. `limit` at the most, fewer when they
 * are long; where there are more, at least one that does not fit is given.
 */
export function findMessages(
  db: Database,
  range: { binderId: string; userId: string; before: number; limit: number },
): Promise<MessageRow[]> {
  return db.query<MessageRow>(FIND_MESSAGES, [range.binderId, range.userId, range.before, range.limit]);
}

/** The statement of `findMessages`. */
// The name by a subquery, not by a join: a join makes the planner sort a list that is in order already.
export const FIND_MESSAGES = `WITH ${binderDoor}
  SELECT door.role AS door_role, m.*
  FROM door LEFT JOIN LATERAL (
    SELECT m.id, m.text, m.user_id, (SELECT name FROM users WHERE id = m.user_id) AS user_name,
           m.reply_to, nullif(m.mentions, '{}') AS mentions, m.richtext, m.html, m.fields, m.buttons, m.file, m.audio IS NOT NULL AS has_audio, m.created_at, m.updated_at,
           m.bytes_before IS NULL OR m.bytes_before < ${MOST_BYTES} AS fits
    FROM (
      SELECT *, sum(octet_length(text) + coalesce(octet_length(html), 0) * 2) OVER (ORDER BY id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
      FROM messages WHERE binder_id = door.id AND door.role IS NOT NULL AND id < $3 AND deleted_at IS NULL
      ORDER BY id DESC LIMIT $4
    ) m
    WHERE m.bytes_before IS NULL OR m.bytes_before < ${MOST_BYTES + LONGEST_BYTES}
  ) m ON true ORDER BY m.id DESC`;

/** The sound of a message that was not deleted and has one. */
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

/** The door and the latest sequence, with one log entry; `seq` is null in the single row that has none. */
export interface FeedRow extends DoorRow, Omit<StoredLogEntry, 'seq'> {
  latest_seq: number;
  seq: number | null;
}

/** Log entries after a sequence in order, `limit` at the most, fewer when they are long, behind the door: one round trip. */
export function findEntries(
  db: Database,
  range: { binderId: string; userId: string; after: number; limit: number },
): Promise<FeedRow[]> {
  return db.query<FeedRow>(FIND_ENTRIES, [range.binderId, range.userId, range.after, range.limit]);
}

const FIND_ENTRIES = `WITH ${binderDoor}
  SELECT door.role AS door_role, b.seq AS latest_seq, e.*
  FROM door JOIN binders b ON b.id = door.id LEFT JOIN LATERAL (
    ${entriesAfter({ binderId: 'CASE WHEN door.role IS NOT NULL THEN door.id END', after: '$3', limit: '$4' })}
  ) e ON true ORDER BY e.seq`;
