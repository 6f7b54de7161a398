import { type LogRange, rangeColumns, unreadEntries } from '../../log/index.ts';
import type { Transaction } from '../../storage/database.ts';

const BUNDLE_MS = 60 * 60_000;
const MAX_DOCUMENTS = 1_000;
/** A page causes no notification if its file is posted in a message within this number of log entries. */
const MAX_ENTRIES_TO_MESSAGE = 2_000;

/** A further document gives the notification a new id, so that it becomes unread and is pushed again. */
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
      SELECT FROM binder_log m WHERE m.binder_id = l.binder_id AND m.seq > l.seq AND m.seq <= l.seq + ${MAX_ENTRIES_TO_MESSAGE} AND m.at = l.at
        AND m.kind = 'message_posted' AND m.body->'file'->>'id' = l.body->>'file_id')
  ), batch AS MATERIALIZED (
    SELECT binder_id, actor_id, min(seq) AS seq, min(at) AS at, max(at) AS last_at, min(page_id) AS first, max(page_id) AS last,
      (array_agg(page_id ORDER BY page_id))[:${MAX_DOCUMENTS}] AS page_ids
    FROM document GROUP BY binder_id, actor_id
  ), recipient AS MATERIALIZED (
    SELECT batch.binder_id, batch.actor_id, member.user_id, member.created_at AS since, latest.id, latest.began_at,
      coalesce(latest.item_id, 0) AS read_to
    FROM batch
    JOIN binder_members member ON member.binder_id = batch.binder_id AND member.user_id <> batch.actor_id AND member.created_at <= batch.last_at
    JOIN users u ON u.id = member.user_id AND NOT u.is_bot AND u.disabled_at IS NULL
    LEFT JOIN LATERAL (
      SELECT a.id, a.item_id, first.at AS began_at FROM activity a
      JOIN binder_log first ON first.binder_id = a.binder_id AND first.seq = a.seq AND first.actor_id = batch.actor_id
      WHERE a.binder_id = batch.binder_id AND a.user_id = member.user_id AND a.kind = 'page_shared'
      ORDER BY a.item_id DESC LIMIT 1
    ) latest ON true
    WHERE batch.last > coalesce(latest.item_id, 0)
  ), added AS MATERIALIZED (
    SELECT r.*, b.seq, b.at, b.last_at, b.last, b.page_ids
    FROM recipient r JOIN batch b USING (binder_id, actor_id)
    WHERE b.first > r.read_to AND b.at >= r.since
    UNION ALL
    SELECT r.*, part.*
    FROM recipient r JOIN batch b USING (binder_id, actor_id)
    CROSS JOIN LATERAL (
      SELECT min(d.seq), min(d.at), max(d.at), max(d.page_id), (array_agg(d.page_id ORDER BY d.page_id))[:${MAX_DOCUMENTS}]
      FROM document d
      WHERE d.binder_id = r.binder_id AND d.actor_id = r.actor_id AND d.page_id > r.read_to AND d.at >= r.since
      HAVING count(*) > 0
    ) part
    WHERE b.first <= r.read_to OR b.at < r.since
  ), extended AS (
    UPDATE activity a SET id = DEFAULT, item_id = added.last, created_at = added.last_at,
      page_ids = (a.page_ids || added.page_ids)[:${MAX_DOCUMENTS}]
    FROM added WHERE a.id = added.id AND a.read_at IS NULL AND added.began_at > added.at - ${BUNDLE_MS}
    RETURNING a.binder_id, a.user_id, added.actor_id
  )
  INSERT INTO activity (binder_id, seq, item_id, page_ids, user_id, kind, created_at)
  SELECT binder_id, seq, last, page_ids, user_id, 'page_shared', last_at
  FROM added WHERE NOT EXISTS (
    SELECT FROM extended e WHERE e.binder_id = added.binder_id AND e.user_id = added.user_id AND e.actor_id = added.actor_id)
  ON CONFLICT (binder_id, seq, user_id) DO NOTHING`;
