import { type Database, first, hasRow, type Transaction } from '../../storage/database.ts';
import { markingUsers } from '../../storage/user-changes.ts';

export interface ExistingBinder extends Record<string, unknown> {
  org_id: string;
  deleted_at: number | null;
}

export function lockExistingBinder(tx: Transaction, binderId: string): Promise<ExistingBinder | undefined> {
  return first<ExistingBinder>(tx, 'SELECT org_id, deleted_at FROM binders WHERE id = $1 FOR UPDATE', [
    binderId,
  ]);
}

export async function findUserOfOtherPartner(
  db: Database,
  people: string,
  partnerId: string,
): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(
    `SELECT u.id FROM jsonb_to_recordset($1::jsonb) AS p (id text) JOIN users u USING (id)
     WHERE u.partner_id <> $2 ORDER BY u.id LIMIT 1`,
    [people, partnerId],
  );
  return row?.id;
}

export async function insertPlaceholders(
  tx: Transaction,
  people: string,
  { orgId, partnerId, at }: { orgId: string; partnerId: string; at: number },
): Promise<number> {
  const rows = await tx.query(
    markingUsers(`INSERT INTO users (id, partner_id, org_id, name, first_name, last_name, is_bot, created_at, updated_at, disabled_at)
     SELECT id, $2, $3, name, first_name, last_name, is_bot, $4, $4, $4
     FROM jsonb_to_recordset($1::jsonb) AS p (id text, name text, first_name text, last_name text, is_bot boolean) ORDER BY id
     ON CONFLICT (id) DO NOTHING`),
    [people, partnerId, orgId, at],
  );
  return rows.length;
}

const columnList = (columns: readonly string[]) => columns.map((column) => `"${column}"`).join(', ');

/** A restored binder gets a new epoch, because its history is another one. */
export async function insertBinder(
  tx: Transaction,
  row: string,
  columns: readonly string[],
  { orgId, partnerId }: { orgId: string; partnerId: string },
): Promise<void> {
  const restored = columns.filter((column) => column !== 'id' && column !== 'access_version');
  await tx.query(
    `INSERT INTO binders (${columnList(columns)}, org_id, partner_id)
     SELECT ${columnList(columns)}, $2, $3 FROM jsonb_populate_recordset(NULL::binders, $1::jsonb)
     ON CONFLICT (id) DO UPDATE SET (${columnList(restored)}, epoch, access_version) =
       ROW (${restored.map((column) => `excluded."${column}"`).join(', ')},
         left(replace(gen_random_uuid()::text, '-', ''), 12), binders.access_version + excluded.access_version + 1)`,
    [row, orgId, partnerId],
  );
}

export async function renameBinder(tx: Transaction, binderId: string, name: string): Promise<void> {
  await tx.query('UPDATE binders SET name = $2 WHERE id = $1', [binderId, name]);
}

export async function insertRows(
  tx: Transaction,
  table: string,
  columns: readonly string[],
  rows: string,
): Promise<void> {
  await tx.query(
    `INSERT INTO ${table} (${columnList(columns)})
     SELECT ${columnList(columns)} FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)`,
    [rows],
  );
}

export async function deleteRows(tx: Transaction, table: string, binderId: string): Promise<void> {
  await tx.query(`DELETE FROM ${table} WHERE binder_id = $1`, [binderId]);
}

/** The source installation has already counted usage and sent reminders. */
export async function prepareBackgroundWork(tx: Transaction, binderId: string, at: number): Promise<void> {
  await tx.query(
    `INSERT INTO usage_read (binder_id, seq) SELECT id, seq FROM binders WHERE id = $1
     ON CONFLICT (binder_id) DO UPDATE SET seq = excluded.seq`,
    [binderId],
  );
  await tx.query(
    `UPDATE todos SET reminded_at = $2 WHERE binder_id = $1 AND reminder_at < $2 AND reminded_at IS NULL`,
    [binderId, at],
  );
  await tx.query(
    `UPDATE transaction_steps s SET overdue_at = coalesce(s.overdue_at, $2), alarm_at = NULL FROM transactions t
     WHERE s.binder_id = $1 AND t.binder_id = $1 AND t.id = s.transaction_id AND s.completed_at IS NULL
       AND coalesce(s.due_at, t.due_at) < $2::bigint`,
    [binderId, at],
  );
  await tx.query(
    `INSERT INTO signature_jobs (binder_id, file_id, due_at)
     SELECT DISTINCT $1, signature.value->>'file_id', $2::bigint
     FROM transaction_steps s, jsonb_each(s.signatures) AS press, jsonb_each(press.value) AS signature
     WHERE s.binder_id = $1 AND NOT EXISTS (SELECT FROM files f WHERE f.binder_id = $1
       AND f.signed_file_id = signature.value->>'file_id' AND f.signed_steps @> to_jsonb(s.id) AND f.created_at >= s.completed_at)`,
    [binderId, at],
  );
  await tx.query(`UPDATE meets SET node_lease_until = 0 WHERE binder_id = $1 AND state = 'SESSION_STARTED'`, [
    binderId,
  ]);
}

/** The archive has no history of to-dos and comments. */
export async function insertTodoHistoryStart(tx: Transaction, binderId: string): Promise<void> {
  await tx.query(
    `INSERT INTO version_starts (binder_id, seq, todos_seq) SELECT id, 0, seq FROM binders WHERE id = $1
     ON CONFLICT (binder_id) DO UPDATE SET todos_seq = excluded.todos_seq`,
    [binderId],
  );
}

/** The archive may contain data of people who were erased. */
export async function repeatErasures(tx: Transaction, people: string): Promise<void> {
  await tx.query(
    `UPDATE erasures SET done_at = NULL, last_binder_id = ''
     WHERE user_id IN (SELECT id FROM jsonb_to_recordset($1::jsonb) AS p (id text))`,
    [people],
  );
}

export function hasBots(tx: Transaction, binderId: string): Promise<boolean> {
  return hasRow(
    tx,
    'SELECT FROM binder_members m JOIN org_bots b ON b.user_id = m.user_id WHERE m.binder_id = $1 LIMIT 1',
    [binderId],
  );
}
