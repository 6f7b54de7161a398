import { archiveRowVersions } from '../../log/index.ts';
import { type Database, first, type Transaction } from '../../storage/database.ts';
import { archiveStep } from './archive-step.ts';

const PAGE_NAME = `coalesce(nullif(p.name, ''), f.name, '')`;

const PAGES = `unnest(s.page_ids) WITH ORDINALITY AS each (id, place)
  JOIN pages p ON p.binder_id = $1 AND p.id = each.id AND p.deleted_at IS NULL
  LEFT JOIN files f ON f.binder_id = p.binder_id AND f.id = p.file_id`;

const hasRead = (userId: string) =>
  `coalesce(s.reads->${userId}->(p.id::text) @> jsonb_build_object('file_id', p.file_id), false)`;

export interface UnreadPage {
  /** Index of the page in the step, from 0. */
  place: number;
  id: number;
  name: string;
}

export const unreadPages = (userId: string): string =>
  `(SELECT json_agg(json_build_object('place', each.place - 1, 'id', p.id, 'name', ${PAGE_NAME}) ORDER BY each.place)
    FROM ${PAGES} WHERE NOT ${hasRead(userId)})`;

export const STEP_PAGES = `CASE WHEN s.page_ids IS NOT NULL THEN (
  SELECT coalesce(json_agg(json_build_object('id', p.id, 'name', ${PAGE_NAME}, 'file_id', p.file_id) ORDER BY each.place), '[]')
  FROM ${PAGES}) END`;

export async function findPageIds(
  db: Database,
  binderId: string,
  ids: readonly number[],
): Promise<Set<number>> {
  const rows = await db.query<{ id: number }>(
    'SELECT id FROM pages WHERE binder_id = $1 AND id = ANY($2::bigint[]) AND deleted_at IS NULL',
    [binderId, ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Returns undefined if the read is already stored or no longer possible. */
export function storeRead(
  tx: Transaction,
  read: {
    binderId: string;
    transactionId: number;
    stepId: number;
    pageId: number;
    userId: string;
    at: number;
  },
): Promise<{ name: string; sha256: string | null } | undefined> {
  const { binderId, transactionId, stepId, pageId, userId, at } = read;
  return first(
    tx,
    `WITH ${archiveStep},
     stored AS (
       UPDATE transaction_steps s SET updated_at = $6,
         reads = coalesce(s.reads, '{}') || jsonb_build_object($5::text, coalesce(s.reads->$5, '{}')
           || jsonb_build_object($4::text, jsonb_build_object('at', $6::bigint, 'file_id', p.file_id)))
       FROM pages p LEFT JOIN files f ON f.binder_id = p.binder_id AND f.id = p.file_id
       WHERE s.binder_id = $1 AND s.transaction_id = $2::text::bigint AND s.id = $3::text::bigint AND s.completed_at IS NULL
         AND p.binder_id = $1 AND p.id = $4::text::bigint AND p.deleted_at IS NULL AND NOT ${hasRead('$5::text')}
       RETURNING ${PAGE_NAME} AS name, f.sha256
     )
     UPDATE transactions t SET updated_at = $6 FROM stored
     WHERE t.binder_id = $1 AND t.id = $2::text::bigint RETURNING stored.name, stored.sha256`,
    [binderId, transactionId, stepId, pageId, userId, at],
  );
}

/** Changes only open steps that refer to all pages in `before`. The caller must log the returned transactions. */
export async function replaceStepPages(
  tx: Transaction,
  binderId: string,
  { before, after }: { before: readonly number[]; after: readonly number[] },
  at: number,
): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `WITH target AS (
       SELECT s.id, s.transaction_id FROM transaction_steps s
       JOIN transactions t ON t.binder_id = $1 AND t.id = s.transaction_id AND t.deleted_at IS NULL
       WHERE s.binder_id = $1 AND s.completed_at IS NULL AND s.page_ids @> $2::bigint[]
     ), kept AS (${archiveRowVersions('transactions', 'ARRAY(SELECT DISTINCT transaction_id::text FROM target)')}),
     kept_step AS (${archiveRowVersions('transaction_steps', 'ARRAY(SELECT id::text FROM target)')}),
     changed AS (
       UPDATE transaction_steps s SET updated_at = $4, page_ids = ARRAY(
         SELECT id FROM (
           SELECT id, place, 0 AS number FROM unnest(s.page_ids) WITH ORDINALITY AS other (id, place) WHERE id <> ALL($2::bigint[])
           UNION ALL
           SELECT id, (SELECT min(array_position(s.page_ids, old)) FROM unnest($2::bigint[]) AS old), number
           FROM unnest($3::bigint[]) WITH ORDINALITY AS own (id, number) WHERE id <> ALL(s.page_ids) OR id = ANY($2::bigint[])
         ) named ORDER BY place, number)
       FROM target WHERE s.binder_id = $1 AND s.id = target.id
     )
     UPDATE transactions t SET updated_at = $4 WHERE t.binder_id = $1 AND t.id IN (SELECT transaction_id FROM target)
     RETURNING t.id`,
    [binderId, before, after, at],
  );
  return rows.map(({ id }) => id);
}
