import { defineConsumer, type LogRange, rangeColumns, unreadRanges } from '../../../log/index.ts';
import type { Database, Transaction } from '../../../storage/database.ts';

export const DAY_MS = 24 * 60 * 60 * 1000;

const RETENTION_DAYS = 400;

export const usage = defineConsumer({
  name: 'usage',
  batch: { binders: 100, entries: 10_000 },
  delayMs: 30_000,
  handle: (_env, tx, ranges) => count(tx, ranges),
});

async function count(tx: Transaction, ranges: readonly LogRange[]): Promise<undefined> {
  await tx.query(
    `WITH news AS MATERIALIZED (
       SELECT b.org_id, l.binder_id, (l.at / ${DAY_MS})::integer AS day, l.kind, l.actor_id, l.body->>'id' AS id
       FROM ${unreadRanges}
       JOIN binders b ON b.id = unread.binder_id
       JOIN binder_log l ON l.binder_id = unread.binder_id AND l.seq > unread.start AND l.seq <= unread.stop
     ), counted AS (
       INSERT INTO usage_days (org_id, day, messages, pages, files, file_bytes)
       SELECT org_id, day, count(*) FILTER (WHERE kind = 'message_posted'), count(*) FILTER (WHERE kind = 'page_created'),
         count(*) FILTER (WHERE kind = 'file_uploaded'), coalesce(sum(f.size), 0)
       FROM news LEFT JOIN files f ON news.kind = 'file_uploaded' AND f.binder_id = news.binder_id AND f.id = news.id
       WHERE kind IN ('message_posted', 'page_created', 'file_uploaded') GROUP BY org_id, day ORDER BY org_id, day
       ON CONFLICT (org_id, day) DO UPDATE SET messages = usage_days.messages + excluded.messages,
         pages = usage_days.pages + excluded.pages, files = usage_days.files + excluded.files,
         file_bytes = usage_days.file_bytes + excluded.file_bytes
     )
     INSERT INTO usage_active_users (org_id, day, user_id)
     SELECT DISTINCT u.org_id, day, u.id FROM news JOIN users u ON u.id = news.actor_id AND NOT u.is_bot
     ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING`,
    rangeColumns(ranges),
  );
}

export async function deleteOldUsage(db: Database, now: number): Promise<void> {
  await db.query('DELETE FROM usage_active_users WHERE day < $1', [
    Math.floor(now / DAY_MS) - RETENTION_DAYS,
  ]);
}
