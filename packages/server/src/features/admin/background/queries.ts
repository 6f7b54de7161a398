import type { Database } from '../../../storage/database.ts';
import { DATABASE_NOW } from '../../../storage/database-time.ts';

export interface WorkReport {
  name: string;
  kind: 'consumer' | 'job';
  last_run_at: number | null;
  last_run_ms: number | null;
  next_run_at: number | null;
  is_failing: boolean;
  last_error: { time: number; message: string; binder_id: string | null } | null;
  looked_at: number | null;
  backlog_entries: number | null;
  backlog_since: number | null;
  entries_per_minute: number | null;
}

/** Processes report every ten seconds. */
const LIVE_MS = 35_000;
const RETENTION_MS = 24 * 60 * 60 * 1000;

export async function storeReports(
  db: Database,
  processId: string,
  reports: readonly WorkReport[],
): Promise<void> {
  await db.query(
    `INSERT INTO background_work (process_id, reported_at, name, kind, last_run_at, last_run_ms, next_run_at, is_failing,
       last_error, looked_at, backlog_entries, backlog_since, entries_per_minute)
     SELECT $1, ${DATABASE_NOW}, name, kind, last_run_at, last_run_ms, next_run_at, is_failing,
       last_error, looked_at, backlog_entries, backlog_since, entries_per_minute
     FROM jsonb_populate_recordset(NULL::background_work, $2)
     ON CONFLICT (name, process_id) DO UPDATE SET reported_at = excluded.reported_at, last_run_at = excluded.last_run_at,
       last_run_ms = excluded.last_run_ms, next_run_at = excluded.next_run_at, is_failing = excluded.is_failing,
       last_error = excluded.last_error, looked_at = excluded.looked_at, backlog_entries = excluded.backlog_entries,
       backlog_since = excluded.backlog_since, entries_per_minute = excluded.entries_per_minute`,
    [processId, JSON.stringify(reports)],
  );
}

export async function deleteOldReports(db: Database): Promise<void> {
  await db.query(`DELETE FROM background_work WHERE reported_at < ${DATABASE_NOW} - $1`, [RETENTION_MS]);
}

export interface WorkRow extends Record<string, unknown>, WorkReport {
  processes: number;
}

export function findWork(db: Database): Promise<WorkRow[]> {
  const latest = (column: string, by: string) => `(array_agg(${column} ORDER BY ${by} DESC NULLS LAST))[1]`;
  return db.query<WorkRow>(
    `SELECT name, kind, count(*) FILTER (WHERE is_live) AS processes, max(last_run_at) AS last_run_at,
       ${latest('last_run_ms', 'last_run_at')} AS last_run_ms, min(next_run_at) FILTER (WHERE is_live) AS next_run_at,
       coalesce(bool_or(is_failing) FILTER (WHERE is_live), false) AS is_failing,
       ${latest('last_error', `(last_error->>'time')::bigint`)} AS last_error,
       max(looked_at) AS looked_at, ${latest('backlog_entries', 'looked_at')} AS backlog_entries,
       ${latest('backlog_since', 'looked_at')} AS backlog_since,
       sum(entries_per_minute) FILTER (WHERE is_live) AS entries_per_minute
     FROM (SELECT *, reported_at > ${DATABASE_NOW} - $1 AS is_live FROM background_work) reports
     GROUP BY name, kind ORDER BY kind, name`,
    [LIVE_MS],
  );
}

export async function hasWork(db: Pick<Database, 'query'>, name: string): Promise<boolean> {
  return (await db.query('SELECT FROM background_work WHERE name = $1 LIMIT 1', [name])).length > 0;
}
