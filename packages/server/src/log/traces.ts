import type { Database, Transaction } from '../storage/database.ts';
import { currentTraceparent } from '../tracing/index.ts';
import { type LogRange, rangeColumns, unreadRanges } from './ranges.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const BATCH = 10_000;

export async function storeTrace(
  tx: Transaction,
  { binderId, at, last, count }: { binderId: string; at: number; last: number; count: number },
): Promise<void> {
  const traceparent = currentTraceparent();
  if (traceparent === undefined) return;
  await tx.query(
    `INSERT INTO log_traces (binder_id, seq, traceparent, created_at)
     SELECT $1::text, seq, $2::text, $3::bigint FROM generate_series($4::bigint, $5::bigint) AS seq
     ON CONFLICT DO NOTHING`,
    [binderId, traceparent, at, last - count + 1, last],
  );
}

export const TRACE_ALLOCATED = `traced AS (
    INSERT INTO log_traces (binder_id, seq, traceparent, created_at)
    SELECT binder_id, seq, traceparent, at FROM numbered WHERE seq IS NOT NULL AND traceparent IS NOT NULL
    ON CONFLICT DO NOTHING
  )`;

export interface EntryTrace extends Record<string, unknown> {
  binder_id: string;
  seq: number;
  traceparent: string;
}

export function findTraces(db: Pick<Database, 'query'>, ranges: readonly LogRange[]): Promise<EntryTrace[]> {
  return db.query<EntryTrace>(
    `SELECT t.binder_id, t.seq, t.traceparent
     FROM ${unreadRanges}
     JOIN log_traces t ON t.binder_id = unread.binder_id AND t.seq > unread.start AND t.seq <= unread.stop`,
    rangeColumns(ranges),
  );
}

export async function deleteOldTraces(db: Pick<Database, 'query'>, now: number): Promise<void> {
  for (;;) {
    const deleted = await db.query(
      `DELETE FROM log_traces t USING (
         SELECT binder_id, seq FROM log_traces WHERE created_at < $1::bigint ORDER BY created_at LIMIT ${BATCH}
       ) old WHERE t.binder_id = old.binder_id AND t.seq = old.seq RETURNING 1`,
      [now - DAY_MS],
    );
    if (deleted.length < BATCH) return;
  }
}
