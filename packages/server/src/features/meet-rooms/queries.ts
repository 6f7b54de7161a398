import type { Database } from '../../storage/database.ts';

/** Remembers whether a meet lets nobody else in. */
export async function setMeetLocked(db: Database, sessionKey: string, isLocked: boolean): Promise<void> {
  await db.query('UPDATE meets SET is_locked = $2 WHERE session_key = $1', [sessionKey, isLocked]);
}

/** Where the log of a binder stands. */
export async function findBinderSequence(db: Database, binderId: string): Promise<number> {
  const [row] = await db.query<{ seq: number }>('SELECT seq FROM binders WHERE id = $1', [binderId]);
  return row?.seq ?? 0;
}
