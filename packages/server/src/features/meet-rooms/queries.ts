import { type Database, hasRow } from '../../storage/database.ts';
import { DATABASE_NOW } from '../../storage/database-time.ts';

export async function setMeetLocked(db: Database, sessionKey: string, isLocked: boolean): Promise<void> {
  await db.query('UPDATE meets SET is_locked = $2 WHERE session_key = $1', [sessionKey, isLocked]);
}

/** Two people without a plan: nobody else can join later, except guests. */
export async function isCallOfTwo(db: Database, sessionKey: string): Promise<boolean> {
  return hasRow(
    db,
    `SELECT 1 FROM meets m JOIN binders b ON b.id = m.binder_id
     WHERE m.session_key = $1 AND m.ends_at IS NULL AND b.conversation
       AND (SELECT count(*) FROM binder_members WHERE binder_id = b.id) = 2`,
    [sessionKey],
  );
}

/** `accessVersion` increases with each change of a member's access. */
export async function findBinderPosition(
  db: Database,
  binderId: string,
): Promise<{ seq: number; accessVersion: number }> {
  const [row] = await db.query<{ seq: number; access_version: number }>(
    'SELECT seq, access_version FROM binders WHERE id = $1',
    [binderId],
  );
  return { seq: row?.seq ?? 0, accessVersion: row?.access_version ?? 0 };
}

/**
 * Returns false if a process other than `dead` owns the meet. Leases use the database's clock, because the clocks of
 * machines differ.
 */
export function leaseMeet(
  db: Database,
  node: string,
  sessionKey: string,
  leaseMs: number,
  dead: string | null = null,
): Promise<boolean> {
  return hasRow(
    db,
    `UPDATE meets SET node_id = $2, node_lease_until = ${DATABASE_NOW} + $3
     WHERE session_key = $1 AND (node_id IN ($2, $4) OR node_lease_until IS NULL OR node_lease_until < ${DATABASE_NOW})
     RETURNING id`,
    [sessionKey, node, leaseMs, dead],
  );
}

/** Returns the meets that did not move. An ended meet has no lease, and its room closes when it reads the log. */
export async function renewMeets(
  db: Database,
  node: string,
  sessionKeys: readonly string[],
  leaseMs: number,
): Promise<string[]> {
  const rows = await db.query<{ session_key: string }>(
    `WITH renewed AS (
       UPDATE meets SET node_lease_until = ${DATABASE_NOW} + $3
       WHERE session_key = ANY($2) AND node_id = $1 RETURNING session_key)
     SELECT session_key FROM renewed
     UNION SELECT session_key FROM meets WHERE session_key = ANY($2) AND ended_at IS NOT NULL`,
    [node, sessionKeys, leaseMs],
  );
  return rows.map(({ session_key }) => session_key);
}

/** The end of a lease shows since when no process has owned the meet. */
export async function releaseMeets(
  db: Database,
  node: string,
  sessionKeys: readonly string[],
): Promise<void> {
  await db.query(
    `UPDATE meets SET node_id = NULL, node_lease_until = ${DATABASE_NOW} - 1
     WHERE session_key = ANY($2) AND node_id = $1`,
    [node, sessionKeys],
  );
}

export async function findHolder(
  db: Database,
  node: string,
  sessionKey: string,
): Promise<string | undefined> {
  const [row] = await db.query<{ node_id: string }>(
    `SELECT node_id FROM meets
     WHERE session_key = $1 AND node_id <> $2 AND node_lease_until >= ${DATABASE_NOW}`,
    [sessionKey, node],
  );
  return row?.node_id;
}
