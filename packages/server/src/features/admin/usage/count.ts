import type { Environment } from '../../../environment/environment.ts';
import type { PeriodicJob } from '../../../environment/periodic-jobs.ts';
import type { Database, Transaction } from '../../../storage/database.ts';

/** Milliseconds of a day. */
export const DAY_MS = 24 * 60 * 60 * 1000;

/** Entries of a log that one step counts. */
const BATCH = 2_000;
const MAX_BINDERS = 500;
/** Longer than the figures that are given go back. */
const RETENTION_DAYS = 400;

/** Counts what is new in the logs of binders. */
export const usageJobs: PeriodicJob = {
  everyMs: 30_000,
  failureMessage: 'the figures of usage are late; they are tried again',
  work: countUsage,
};

/** Counts what the logs have that has not been counted yet. */
export async function countUsage(env: Environment): Promise<void> {
  for (;;) {
    const binders = await findUncounted(env.db);
    for (const { id, org_id: orgId } of binders) {
      let counted = BATCH;
      while (counted === BATCH && !env.closing.aborted)
        counted = await env.db.transaction((tx) => countOn(tx, id, orgId));
    }
    if (binders.length < MAX_BINDERS || env.closing.aborted) return;
  }
}

function findUncounted(db: Database): Promise<{ id: string; org_id: string }[]> {
  return db.query(
    `SELECT b.id, b.org_id FROM binders b LEFT JOIN usage_read r ON r.binder_id = b.id
     WHERE b.seq > coalesce(r.seq, 0) LIMIT $1`,
    [MAX_BINDERS],
  );
}

/**
 * Counts the next entries of a binder's log, a batch at the most, and gives how many. The place in the log moves on in
 * the same transaction, so whatever dies in between, each entry is counted once.
 */
async function countOn(tx: Transaction, binderId: string, orgId: string): Promise<number> {
  await tx.query('INSERT INTO usage_read (binder_id, seq) VALUES ($1, 0) ON CONFLICT DO NOTHING', [binderId]);
  const [index] = await tx.query<{ seq: number }>(
    'SELECT seq FROM usage_read WHERE binder_id = $1 FOR UPDATE',
    [binderId],
  );
  const from = index?.seq ?? 0;
  const [row] = await tx.query<{ seq: number }>(
    `WITH news AS MATERIALIZED (
       SELECT seq, (at / ${DAY_MS})::integer AS day, kind, actor_id, body->>'id' AS id
       FROM binder_log WHERE binder_id = $1 AND seq > $2 AND seq <= $2 + ${BATCH}
     ), counted AS (
       INSERT INTO usage_days (org_id, day, messages, pages, files, file_bytes)
       SELECT $3, day, count(*) FILTER (WHERE kind = 'message_posted'), count(*) FILTER (WHERE kind = 'page_created'),
         count(*) FILTER (WHERE kind = 'file_uploaded'), coalesce(sum(f.size), 0)
       FROM news LEFT JOIN files f ON news.kind = 'file_uploaded' AND f.binder_id = $1 AND f.id = news.id
       WHERE kind IN ('message_posted', 'page_created', 'file_uploaded') GROUP BY day ORDER BY day
       ON CONFLICT (org_id, day) DO UPDATE SET messages = usage_days.messages + excluded.messages,
         pages = usage_days.pages + excluded.pages, files = usage_days.files + excluded.files,
         file_bytes = usage_days.file_bytes + excluded.file_bytes
     ), active AS (
       INSERT INTO usage_active_users (org_id, day, user_id)
       SELECT DISTINCT u.org_id, day, u.id FROM news JOIN users u ON u.id = news.actor_id AND NOT u.is_bot
       ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING
     )
     UPDATE usage_read SET seq = (SELECT coalesce(max(seq), $2) FROM news) WHERE binder_id = $1 RETURNING seq`,
    [binderId, from, orgId],
  );
  return (row?.seq ?? from) - from;
}

/** Removes who was active longer ago than is ever asked for. The counts stay. */
export async function deleteOldUsage(db: Database, now: number): Promise<void> {
  await db.query('DELETE FROM usage_active_users WHERE day < $1', [
    Math.floor(now / DAY_MS) - RETENTION_DAYS,
  ]);
}
