import { isDisabled } from '../../../access/index.ts';
import { type Database, first, type Transaction } from '../../../storage/database.ts';
import type { NamedAssignee } from '../planned-steps.ts';

interface Input {
  roles: Record<string, NamedAssignee['assignee']>;
  variables: Record<string, string>;
}

export interface RunRow extends Record<string, unknown> {
  id: number;
  template_id: string;
  template_version: number;
  creator_id: string;
  creator_name: string;
  created_at: number;
  total: number;
  created: number;
  failed: number;
  ended_at: number | null;
}

export interface RunItemRow extends Record<string, unknown> {
  place: number;
  of_binder: string;
  done_at: number | null;
  transaction_id: number | null;
  /** Number of failed attempts, or null before the first. */
  attempts: number | null;
  retry_at: number | null;
  failure: { code: string; message: string; errors?: { path: string; message: string }[] } | null;
}

export interface NewItem {
  binderId: string;
  input: Input;
}

export async function insertRun(
  tx: Transaction,
  run: { templateId: string; version: number; creatorId: string; at: number },
  items: readonly NewItem[],
): Promise<number> {
  const row = await first<{ id: number }>(
    tx,
    `WITH run AS (
       INSERT INTO transaction_runs (template_id, template_version, creator_id, created_at) VALUES ($1, $2, $3, $4) RETURNING id
     ), items AS (
       INSERT INTO transaction_run_items (run_id, place, of_binder, input)
       SELECT run.id, item.place, item.of_binder, item.input
       FROM run, unnest($5::text[], $6::jsonb[]) WITH ORDINALITY AS item (of_binder, input, place)
     )
     SELECT id FROM run`,
    [
      run.templateId,
      run.version,
      run.creatorId,
      run.at,
      items.map(({ binderId }) => binderId),
      items.map(({ input }) => JSON.stringify(input)),
    ],
  );
  return row?.id ?? 0;
}

const RUNS = `SELECT r.id, r.template_id, r.template_version, r.creator_id, u.name AS creator_name, r.created_at,
       item.total, item.created, item.failed, item.ended_at
     FROM transaction_runs r
     JOIN transaction_templates t ON t.id = r.template_id AND t.org_id = $1
     JOIN users u ON u.id = r.creator_id
     CROSS JOIN LATERAL (
       SELECT count(*) AS total, count(transaction_id) AS created, count(failure) AS failed,
         CASE WHEN bool_and(done_at IS NOT NULL) THEN max(done_at) END AS ended_at
       FROM transaction_run_items WHERE run_id = r.id
     ) item`;

export function findRun(
  db: Database,
  orgId: string,
  templateId: string,
  id: number,
): Promise<RunRow | undefined> {
  return first<RunRow>(db, `${RUNS} WHERE r.id = $3 AND r.template_id = $2`, [orgId, templateId, id]);
}

export function findRuns(
  db: Database,
  of: { orgId: string; templateId: string; creatorId: string | null },
  before: number,
  limit: number,
): Promise<RunRow[]> {
  return db.query<RunRow>(
    `${RUNS} WHERE r.template_id = $2 AND r.id < $4::bigint AND ($3::text IS NULL OR r.creator_id = $3::text)
     ORDER BY r.id DESC LIMIT $5::bigint`,
    [of.orgId, of.templateId, of.creatorId, before, limit],
  );
}

export function findItems(db: Database, runId: number, after: number, limit: number): Promise<RunItemRow[]> {
  return db.query<RunItemRow>(
    `SELECT place, of_binder, done_at, transaction_id, failure, attempts, retry_at FROM transaction_run_items
     WHERE run_id = $1 AND place > $2::bigint ORDER BY place LIMIT $3::bigint`,
    [runId, after, limit],
  );
}

export interface ClaimedItem extends Record<string, unknown> {
  run_id: number;
  place: number;
  of_binder: string;
  input: Input;
  template_id: string;
  template_version: number;
  creator_id: string;
  is_disabled: boolean;
  attempts: number | null;
}

const isDue = (at: string) => `i.done_at IS NULL AND coalesce(i.retry_at, 0) <= ${at}::bigint`;

export function findDueRuns(db: Database, at: number): Promise<{ run_ids: number[] }[]> {
  return db.query(
    `SELECT json_agg(r.id ORDER BY r.id) AS run_ids
     FROM transaction_runs r JOIN transaction_templates t ON t.id = r.template_id
     WHERE EXISTS (SELECT FROM transaction_run_items i WHERE i.run_id = r.id AND ${isDue('$1')})
     GROUP BY t.org_id ORDER BY min(r.id)`,
    [at],
  );
}

export async function countOpenRuns(
  tx: Transaction,
  orgId: string,
  userId: string,
): Promise<{ all: number; own: number }> {
  const row = await first<{ all: number; own: number }>(
    tx,
    `SELECT count(*) AS all, count(*) FILTER (WHERE r.creator_id = $2) AS own
     FROM transaction_runs r JOIN transaction_templates t ON t.id = r.template_id AND t.org_id = $1
     WHERE EXISTS (SELECT FROM transaction_run_items i WHERE i.run_id = r.id AND i.done_at IS NULL)`,
    [orgId, userId],
  );
  return row ?? { all: 0, own: 0 };
}

export function claimItem(tx: Transaction, runId: number, at: number): Promise<ClaimedItem | undefined> {
  return first<ClaimedItem>(
    tx,
    `SELECT i.run_id, i.place, i.of_binder, i.input, r.template_id, r.template_version, r.creator_id,
       i.attempts, ${isDisabled('u')} AS is_disabled
     FROM transaction_run_items i JOIN transaction_runs r ON r.id = i.run_id JOIN users u ON u.id = r.creator_id
     WHERE i.run_id = $1::bigint AND ${isDue('$2')} ORDER BY i.place LIMIT 1 FOR UPDATE OF i SKIP LOCKED`,
    [runId, at],
  );
}

export async function markCreated(
  tx: Transaction,
  { run_id, place }: Pick<ClaimedItem, 'run_id' | 'place'>,
  transactionId: number,
  at: number,
): Promise<void> {
  await tx.query(
    `UPDATE transaction_run_items SET transaction_id = $3, done_at = $4, input = NULL WHERE run_id = $1 AND place = $2`,
    [run_id, place, transactionId, at],
  );
}

export async function markFailed(
  db: Database,
  { run_id, place }: Pick<ClaimedItem, 'run_id' | 'place'>,
  failure: RunItemRow['failure'],
  at: number,
): Promise<void> {
  await db.query(
    `UPDATE transaction_run_items SET failure = $3::jsonb, done_at = $4, input = NULL
     WHERE run_id = $1 AND place = $2 AND done_at IS NULL`,
    [run_id, place, JSON.stringify(failure), at],
  );
}

export async function postponeItem(
  db: Database,
  { run_id, place }: Pick<ClaimedItem, 'run_id' | 'place'>,
  { attempts, retryAt }: { attempts: number; retryAt: number },
): Promise<void> {
  await db.query(
    `UPDATE transaction_run_items SET attempts = $3::integer, retry_at = $4::bigint
     WHERE run_id = $1 AND place = $2 AND done_at IS NULL`,
    [run_id, place, attempts, retryAt],
  );
}

export async function deleteRuns(db: Database, before: number): Promise<void> {
  await db.query('DELETE FROM transaction_runs WHERE created_at < $1', [before]);
}
