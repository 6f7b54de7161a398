import { type Database, hasRow, type Transaction } from '../../storage/database.ts';

export interface DueReminder extends Record<string, unknown> {
  binder_id: string;
  id: number;
  name: string;
  creator_id: string;
}

export function findDueReminders(db: Database, now: number, limit: number): Promise<DueReminder[]> {
  return db.query<DueReminder>(
    `SELECT t.binder_id, t.id, t.name, t.creator_id FROM todos t JOIN binders b ON b.id = t.binder_id AND b.deleted_at IS NULL
     WHERE t.reminder_at <= $1 AND t.reminded_at IS NULL AND t.completed_at IS NULL AND t.deleted_at IS NULL
     ORDER BY t.reminder_at LIMIT $2`,
    [now, limit],
  );
}

export async function findNextReminder(db: Database, now: number): Promise<number | null> {
  const [row] = await db.query<{ at: number | null }>(
    `SELECT min(t.reminder_at) AS at FROM todos t JOIN binders b ON b.id = t.binder_id AND b.deleted_at IS NULL
     WHERE t.reminder_at > $1 AND t.reminded_at IS NULL AND t.completed_at IS NULL AND t.deleted_at IS NULL`,
    [now],
  );
  return row?.at ?? null;
}

/** Returns true only for the first call in any process. */
export function claimReminder(
  tx: Transaction,
  binderId: string,
  todoId: number,
  now: number,
): Promise<boolean> {
  return hasRow(
    tx,
    `UPDATE todos SET reminded_at = $3 WHERE binder_id = $1 AND id = $2
       AND reminder_at <= $3 AND reminded_at IS NULL AND completed_at IS NULL AND deleted_at IS NULL RETURNING id`,
    [binderId, todoId, now],
  );
}
