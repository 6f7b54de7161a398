import { binderDoor, type DoorRow, rolesFor } from '../../access/index.ts';
import { logTaken, takeThroughDoor } from '../../log/index.ts';
import type { Database } from '../../storage/database.ts';

/** What the one statement that posts gives: the door, and the message unless the door was closed. */
export interface PostedRow extends DoorRow {
  new_id: number | null;
  seq: number | null;
}

/** Checks access, stores the message and logs it: one round trip. No row when there is no such binder. */
export async function insertMessage(
  db: Database,
  message: { binderId: string; userId: string; at: number; text: string },
): Promise<PostedRow | undefined> {
  const [row] = await db.query<PostedRow>(INSERT_MESSAGE, [
    message.binderId,
    message.userId,
    message.at,
    message.text,
  ]);
  return row;
}

/** The statement of `insertMessage`. */
export const INSERT_MESSAGE = `WITH ${binderDoor},
  ${takeThroughDoor(rolesFor.write, 'total_messages = b.total_messages + 1')},
  posted AS (
    INSERT INTO messages (binder_id, id, user_id, text, created_at, updated_at)
    SELECT binder_id, new_id, $2, $4, $3, $3 FROM taken
  ),
  ${logTaken('message_posted', `jsonb_build_object('id', new_id, 'text', $4::text)`)}
  SELECT door.role AS door_role, taken.new_id, taken.seq FROM door LEFT JOIN taken ON true`;

/** The door, with one message; `id` is null in the single row of a binder without any. */
export interface MessageRow extends DoorRow {
  id: number | null;
  text: string;
  user_id: string;
  user_name: string;
  created_at: number;
  updated_at: number;
}

/** The newest messages before an id, newest first, `limit` at the most, behind the door: one round trip. */
export function findMessages(
  db: Database,
  range: { binderId: string; userId: string; before: number; limit: number },
): Promise<MessageRow[]> {
  return db.query<MessageRow>(
    `WITH ${binderDoor}
     SELECT door.role AS door_role, m.*
     FROM door LEFT JOIN LATERAL (
       SELECT m.id, m.text, m.user_id, u.name AS user_name, m.created_at, m.updated_at
       FROM messages m JOIN users u ON u.id = m.user_id
       WHERE m.binder_id = door.id AND door.role IS NOT NULL AND m.id < $3 AND m.deleted_at IS NULL
       ORDER BY m.id DESC LIMIT $4
     ) m ON true`,
    [range.binderId, range.userId, range.before, range.limit],
  );
}
