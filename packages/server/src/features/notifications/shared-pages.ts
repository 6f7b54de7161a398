import { type LogRange, rangeColumns, unreadEntries } from '../../log/index.ts';
import type { Transaction } from '../../storage/database.ts';

/** Documents that one person adds in this time are one notification, until it is read. */
const BUNDLE_MS = 60 * 60_000;
/** Documents of a notification. */
const MAX_DOCUMENTS = 1_000;
/** Entries between the first page of a file and the message that it was sent with. */
const MAX_PAGES = 2_000;

/**
 * Stores who is notified of pages that others have added. Entries until `stale` notify nobody. A file of a message belongs to the
 * message. The last page of a person’s latest row is how far the log was read for them, so an entry counts once.
 */
export async function storeSharedPages(
  tx: Transaction,
  ranges: readonly LogRange[],
  stale: number,
): Promise<void> {
  await tx.query(STORE, [...rangeColumns(ranges), stale]);
}

const STORE = `
  WITH document AS MATERIALIZED (
    SELECT l.binder_id, l.seq, l.at, l.actor_id, (l.body->>'id')::bigint AS page_id
    FROM ${unreadEntries}
    LEFT JOIN binder_log before ON before.binder_id = l.binder_id AND before.seq = l.seq - 1 AND before.kind = l.kind
      AND before.body->>'file_id' = l.body->>'file_id' AND l.body->>'file_id' <> ''
    WHERE l.kind = 'page_created' AND l.at > $4::bigint AND before.seq IS NULL AND NOT EXISTS (
      SELECT FROM binder_log m WHERE m.binder_id = l.binder_id AND m.seq > l.seq AND m.seq <= l.seq + ${MAX_PAGES} AND m.at = l.at
        AND m.kind = 'message_posted' AND m.body->'file'->>'id' = l.body->>'file_id')
  ), added AS MATERIALIZED (
    SELECT d.binder_id, d.actor_id, member.user_id, latest.id, min(d.seq) AS seq, min(d.at) AS at,
      (array_agg(d.page_id ORDER BY d.page_id))[:${MAX_DOCUMENTS}] AS page_ids, max(d.page_id) AS last
    FROM document d
    JOIN binder_members member ON member.binder_id = d.binder_id AND member.user_id <> d.actor_id AND member.created_at <= d.at
    JOIN users u ON u.id = member.user_id AND NOT u.is_bot AND u.disabled_at IS NULL
    LEFT JOIN LATERAL (
      SELECT a.id, a.item_id FROM activity a
      JOIN binder_log first ON first.binder_id = a.binder_id AND first.seq = a.seq AND first.actor_id = d.actor_id
      WHERE a.binder_id = d.binder_id AND a.user_id = member.user_id AND a.kind = 'page_shared'
      ORDER BY a.item_id DESC LIMIT 1
    ) latest ON true
    WHERE d.page_id > coalesce(latest.item_id, 0)
    GROUP BY d.binder_id, d.actor_id, member.user_id, latest.id
  ), extended AS (
    UPDATE activity a SET item_id = added.last, page_ids = (a.page_ids || added.page_ids)[:${MAX_DOCUMENTS}]
    FROM added WHERE a.id = added.id AND a.read_at IS NULL AND a.created_at > added.at - ${BUNDLE_MS}
    RETURNING a.id
  )
  INSERT INTO activity (binder_id, seq, item_id, page_ids, user_id, kind, created_at)
  SELECT binder_id, seq, last, page_ids, user_id, 'page_shared', at
  FROM added WHERE NOT EXISTS (SELECT FROM extended WHERE extended.id = added.id)
  ON CONFLICT (binder_id, seq, user_id) DO NOTHING`;
