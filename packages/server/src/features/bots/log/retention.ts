import type { Database } from '../../../storage/database.ts';
import { BOT_RECEIVERS } from '../delivery/claim-queries.ts';

const RETENTION_MS = 30 * 24 * 60 * 60 * 1000;
const BATCH = 10_000;

/**
 * Keeps pending events that can still be pushed to a bot. A client's pending events may contain personal data that must
 * be erased.
 */
export async function deleteOldEvents(db: Database, now: number): Promise<void> {
  for (;;) {
    const [row] = await db.query<{ count: number }>(
      `WITH old AS (
         SELECT e.user_id, e.sequence FROM bot_events e
         LEFT JOIN (${BOT_RECEIVERS}) receiver ON receiver.user_id = e.user_id AND NOT EXISTS (
           SELECT FROM org_bots o WHERE o.user_id = e.user_id AND o.enabled_at IS NULL)
         WHERE e.created_at < $1 AND (e.state <> 'pending' OR receiver.user_id IS NULL)
         ORDER BY e.created_at LIMIT ${BATCH}
       ), deleted AS (
         DELETE FROM bot_events e USING old WHERE e.user_id = old.user_id AND e.sequence = old.sequence
         RETURNING e.user_id, e.sequence
       ), attempts AS (
         DELETE FROM bot_attempts a USING deleted WHERE a.user_id = deleted.user_id AND a.sequence = deleted.sequence
       )
       SELECT count(*) FROM deleted`,
      [now - RETENTION_MS],
    );
    if ((row?.count ?? 0) < BATCH) return;
  }
}
