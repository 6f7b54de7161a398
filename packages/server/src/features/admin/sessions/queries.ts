import type { SessionEntry } from '@ringbinder/protocol';
import { person } from '../../../resource/resource.ts';
import { type Database, first, type Row, type Transaction } from '../../../storage/database.ts';

export function findOrgSessions(
  db: Database,
  orgId: string,
  userId: string | undefined,
  at: { now: number; seenAfter: number },
  before: readonly [createdAt: number, id: string],
  limit: number,
): Promise<SessionEntry[]> {
  return db.query<SessionEntry & Row>(
    `SELECT s.id, ${person('u')} AS user, s.method, s.address, s.user_agent,
       s.created_at AS created_time, s.seen_at AS seen_time, s.expires_at AS expires_time
     FROM users u JOIN sessions s ON s.user_id = u.id
     WHERE u.org_id = $1 AND ($2::text IS NULL OR u.id = $2) AND s.expires_at > $3 AND s.seen_at > $4
       AND (s.created_at, s.id) < ($5, $6)
     ORDER BY s.created_at DESC, s.id DESC LIMIT $7`,
    [orgId, userId ?? null, at.now, at.seenAfter, ...before, limit],
  );
}

/** Deletes all push subscriptions of the user. Signed-in browsers subscribe again. */
export function endOrgSession(
  tx: Transaction,
  orgId: string,
  sessionId: string,
): Promise<{ user_id: string } | undefined> {
  return first<{ user_id: string }>(
    tx,
    `WITH ended AS (
       DELETE FROM sessions WHERE id = $2 AND user_id IN (SELECT id FROM users WHERE org_id = $1) RETURNING user_id
     ), devices AS (
       DELETE FROM push_subscriptions WHERE user_id IN (SELECT user_id FROM ended)
     )
     SELECT user_id FROM ended`,
    [orgId, sessionId],
  );
}
