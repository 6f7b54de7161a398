import { hasRow, type Transaction } from '../../storage/database.ts';

export async function findOwnerOrg(tx: Transaction, binderId: string): Promise<string | undefined> {
  const [row] = await tx.query<{ org_id: string }>(
    'SELECT u.org_id FROM binders b JOIN users u ON u.id = b.owner_id WHERE b.id = $1',
    [binderId],
  );
  return row?.org_id;
}

/** Locks an existing cursor, so that the log reader does not delete it. */
export async function ensureCursor(tx: Transaction, binderId: string): Promise<void> {
  await tx.query(
    `INSERT INTO bot_log_cursors (binder_id, seq) SELECT id, seq FROM binders WHERE id = $1
     ON CONFLICT (binder_id) DO UPDATE SET seq = bot_log_cursors.seq`,
    [binderId],
  );
}

export function ensureCursorOfBot(tx: Transaction, binderId: string, ownerId: string): Promise<boolean> {
  return hasRow(
    tx,
    `INSERT INTO bot_log_cursors (binder_id, seq) SELECT $1, 0 FROM org_bots WHERE user_id = $2 RETURNING binder_id`,
    [binderId, ownerId],
  );
}

/** Prevents bots from being disabled before the commit. */
export async function lockDisabled(tx: Transaction, userIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.query<{ user_id: string; enabled_at: number | null }>(
    'SELECT user_id, enabled_at FROM org_bots WHERE user_id = ANY($1) ORDER BY user_id FOR SHARE',
    [userIds],
  );
  return new Set(rows.filter(({ enabled_at }) => enabled_at === null).map(({ user_id }) => user_id));
}
