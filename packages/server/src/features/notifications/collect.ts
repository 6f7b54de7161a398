import { peopleWhoCanAnswer } from '../../access/index.ts';
import { type LogKind, type LogRange, rangeColumns, unreadEntries } from '../../log/index.ts';
import type { Transaction } from '../../storage/database.ts';
import { storeSharedPages } from './shared-pages.ts';

/** Older log entries, such as those of an import, cause no notifications. */
export const STALE_MS = 24 * 60 * 60 * 1000;
export const NOTIFYING_KINDS: readonly LogKind[] = [
  'transaction_created',
  'transaction_updated',
  'transaction_reopened',
  'transaction_moved',
  'transaction_reminded',
  'transaction_ended',
  'step_completed',
  'step_reassigned',
  'step_assignee_added',
  'step_absence_changed',
  'step_group_changed',
  'todo_created',
  'todo_updated',
  'todo_reminded',
  'meet_scheduled',
  'meet_reminded',
  'meet_started',
  'meet_ended',
  'page_created',
  'page_commented',
  'member_added',
  'member_changed',
];

export async function storeNotifications(
  tx: Transaction,
  ranges: readonly LogRange[],
  now: number,
): Promise<void> {
  await tx.query(STORE, [...rangeColumns(ranges), now, now - STALE_MS]);
  await storeSharedPages(tx, ranges, now - STALE_MS);
}

const STORE = `
  WITH entry AS MATERIALIZED (
    SELECT l.binder_id, l.seq, l.at, l.actor_id, l.kind, l.body
    FROM ${unreadEntries}
    WHERE l.kind IN (${NOTIFYING_KINDS.map((kind) => `'${kind}'`)})
  ), approval AS (
    SELECT DISTINCT ON (s.binder_id, s.id, person.id) e.binder_id, e.seq, e.at, e.kind,
      CASE WHEN e.body->>'escalated' = 'true' THEN '' ELSE e.actor_id END AS actor_id, s.id AS item_id, person.id AS user_id
    FROM entry e
    JOIN transactions t ON t.binder_id = e.binder_id AND t.is_active AND t.outcome IS NULL AND t.deleted_at IS NULL AND t.id =
      (CASE WHEN e.kind IN ('step_completed', 'step_reassigned', 'step_assignee_added', 'step_absence_changed', 'step_group_changed') THEN e.body->'transaction_id' ELSE e.body->'id' END)::bigint
    JOIN transaction_steps s ON s.binder_id = t.binder_id AND s.transaction_id = t.id AND s.completed_at IS NULL
    CROSS JOIN LATERAL ${peopleWhoCanAnswer('s', '$4::bigint')} AS person
    WHERE NOT EXISTS (
      SELECT FROM transaction_steps before WHERE before.binder_id = s.binder_id AND before.transaction_id = s.transaction_id
        AND before.order_number < s.order_number AND before.completed_at IS NULL
    ) AND CASE e.kind
      WHEN 'step_reassigned' THEN s.id = (e.body->>'id')::bigint AND person.for_id = e.body->>'user_id'
      WHEN 'step_assignee_added' THEN s.id = (e.body->>'id')::bigint AND person.for_id = e.body->>'user_id'
      WHEN 'transaction_reopened' THEN s.id = (e.body->>'step_id')::bigint
      WHEN 'transaction_reminded' THEN true
      WHEN 'transaction_moved' THEN e.body->'reopened' @> to_jsonb(s.id)
      ELSE (e.kind IN ('transaction_created', 'step_group_changed') OR (e.kind = 'step_absence_changed'
            AND person.for_id = e.body->>'user_id' AND person.id <> person.for_id) OR (e.kind = 'transaction_updated' AND e.body->>'is_active' = 'true')
          OR (e.kind = 'step_completed' AND s.order_number > (
            SELECT order_number FROM transaction_steps x WHERE x.binder_id = e.binder_id AND x.id = (e.body->>'id')::bigint)))
        AND NOT EXISTS (
          SELECT FROM activity a WHERE a.binder_id = s.binder_id AND a.item_id = s.id AND a.user_id = person.id
            AND a.kind = 'approval_waiting' AND (s.reopened_at IS NULL OR a.created_at > s.reopened_at))
    END
    ORDER BY s.binder_id, s.id, person.id, e.seq DESC
  ), renewed AS (
    DELETE FROM activity a USING (
      SELECT DISTINCT ON (binder_id, seq, user_id) binder_id, seq, item_id, user_id FROM approval
      WHERE kind = 'transaction_reminded' AND user_id <> actor_id
      ORDER BY binder_id, seq, user_id, item_id
    ) reminded
    WHERE a.kind = 'approval_waiting' AND a.binder_id = reminded.binder_id AND a.item_id = reminded.item_id
      AND a.user_id = reminded.user_id AND a.seq < reminded.seq
  ), concerned AS (
    SELECT binder_id, seq, at, actor_id, 'approval_waiting' AS kind, item_id, user_id FROM approval
    UNION ALL
    SELECT e.binder_id, e.seq, e.at, e.actor_id, 'approval_decided', t.id, person.id
    FROM entry e JOIN transactions t ON t.binder_id = e.binder_id AND t.id = (e.body->>'id')::bigint AND t.deleted_at IS NULL
    CROSS JOIN LATERAL unnest(t.observer_ids || t.creator_id) AS person (id)
    WHERE e.kind = 'transaction_ended' AND t.outcome IS NOT NULL
    UNION ALL
    SELECT e.binder_id, e.seq, e.at, CASE e.kind WHEN 'todo_reminded' THEN '' ELSE e.actor_id END,
      CASE e.kind WHEN 'todo_reminded' THEN 'todo_due' ELSE 'todo_assigned' END, t.id, coalesce(t.assignee_id, t.creator_id)
    FROM entry e
    JOIN todos t ON t.binder_id = e.binder_id AND t.id = (e.body->>'id')::bigint AND t.deleted_at IS NULL AND t.completed_at IS NULL
    WHERE e.kind = 'todo_reminded' OR (e.kind IN ('todo_created', 'todo_updated') AND t.assignee_id = e.body->>'assignee_id')
    UNION ALL
    SELECT e.binder_id, e.seq, e.at, CASE e.kind WHEN 'meet_reminded' THEN '' ELSE e.actor_id END,
      CASE e.kind WHEN 'meet_reminded' THEN 'meet_starting' ELSE e.kind END, m.id, member.user_id
    FROM entry e JOIN meets m ON m.binder_id = e.binder_id AND m.id = (e.body->>'id')::bigint
    JOIN binder_members member ON member.binder_id = e.binder_id
    WHERE (e.kind IN ('meet_scheduled', 'meet_reminded') AND m.state = 'SESSION_SCHEDULED' AND e.body->'repeated' IS NULL)
      OR (e.kind = 'meet_started' AND NOT (e.body->>'scheduled')::boolean AND m.state = 'SESSION_STARTED')
    UNION ALL
    SELECT e.binder_id, e.seq, e.at, m.host_id, 'meet_missed', m.id, member.user_id
    FROM entry e JOIN meets m ON m.binder_id = e.binder_id AND m.id = (e.body->>'id')::bigint AND m.state = 'SESSION_ENDED' AND m.ends_at IS NULL
    JOIN binders b ON b.id = e.binder_id AND (b.conversation OR m.attendee_ids <> '{}')
    JOIN binder_members member ON member.binder_id = e.binder_id AND member.created_at <= e.at AND member.user_id <> e.actor_id
    WHERE e.kind = 'meet_ended' AND NOT member.user_id = ANY(m.attendee_ids || m.declined_ids)
    UNION ALL
    SELECT e.binder_id, e.seq, e.at, e.actor_id, 'page_commented', c.id, person.id
    FROM entry e
    JOIN page_comments c ON c.binder_id = e.binder_id AND c.id = (e.body->>'id')::bigint AND c.deleted_at IS NULL
    JOIN pages p ON p.binder_id = c.binder_id AND p.id = c.page_id
    LEFT JOIN files f ON f.binder_id = p.binder_id AND f.id = p.file_id
    LEFT JOIN files uploaded ON uploaded.binder_id = f.binder_id AND uploaded.id = coalesce(f.first_file_id, f.id)
    LEFT JOIN binder_log mention ON mention.binder_id = e.binder_id AND mention.seq = e.seq + 1 AND mention.kind = 'message_posted'
      AND mention.body->>'is_feed' = 'true' AND mention.body->'reply_to'->'page'->'id' = e.body->'page_id'
    CROSS JOIN LATERAL (
      SELECT uploaded.user_id
      UNION
      SELECT earlier.user_id FROM page_comments earlier
      WHERE earlier.binder_id = c.binder_id AND earlier.page_id = c.page_id AND earlier.id < c.id AND earlier.deleted_at IS NULL
    ) AS person (id)
    WHERE e.kind = 'page_commented' AND (mention.body->'mentions' @> to_jsonb(person.id)) IS NOT TRUE
    UNION ALL
    SELECT e.binder_id, e.seq, e.at, coalesce(e.body->>'invited_by', e.actor_id), 'invitation', NULL, e.body->>'user_id'
    FROM entry e JOIN binders b ON b.id = e.binder_id
    WHERE e.kind = 'member_added' AND (NOT b.conversation OR EXISTS (
      SELECT FROM binder_log earlier
      WHERE earlier.binder_id = e.binder_id AND earlier.seq < e.seq AND earlier.kind NOT IN ('binder_created', 'member_added')))
    UNION ALL
    SELECT e.binder_id, e.seq, e.at, e.actor_id, 'ownership', NULL, e.body->>'user_id'
    FROM entry e WHERE e.kind = 'member_changed' AND e.body->>'type' = 'BOARD_OWNER'
  )
  INSERT INTO activity (binder_id, seq, item_id, user_id, kind, created_at, read_at)
  SELECT c.binder_id, c.seq, c.item_id, c.user_id, c.kind, c.at, CASE WHEN c.at < $5::bigint THEN $4::bigint END
  FROM concerned c
  JOIN binder_members member ON member.binder_id = c.binder_id AND member.user_id = c.user_id
  JOIN users u ON u.id = c.user_id AND NOT u.is_bot AND u.disabled_at IS NULL
  WHERE c.user_id <> c.actor_id
  ON CONFLICT (binder_id, seq, user_id) DO NOTHING`;
