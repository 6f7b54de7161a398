import type { Database } from '../../../storage/database.ts';

/** `day` is the number of days since 1970 (UTC). */
export interface UsageRow extends Record<string, unknown> {
  day: number;
  active_users: number;
  messages: number;
  pages: number;
  files: number;
  file_bytes: number;
}

export function findUsage(
  db: Database,
  orgs: OrgIdsSql,
  ownerId: string,
  [first, last]: readonly [number, number],
): Promise<UsageRow[]> {
  return db.query<UsageRow>(
    `WITH mine AS MATERIALIZED (${orgs}),
     counted AS (
       SELECT day, sum(messages)::bigint AS messages, sum(pages)::bigint AS pages, sum(files)::bigint AS files,
         sum(file_bytes)::bigint AS file_bytes
       FROM usage_days WHERE org_id IN (SELECT id FROM mine) AND day BETWEEN $2 AND $3 GROUP BY day),
     active AS (
       SELECT day, count(DISTINCT user_id) AS users
       FROM usage_active_users WHERE org_id IN (SELECT id FROM mine) AND day BETWEEN $2 AND $3 GROUP BY day)
     SELECT day, coalesce(active.users, 0) AS active_users, coalesce(messages, 0) AS messages, coalesce(pages, 0) AS pages,
       coalesce(files, 0) AS files, coalesce(file_bytes, 0) AS file_bytes
     FROM generate_series($2::integer, $3::integer) AS day LEFT JOIN counted USING (day) LEFT JOIN active USING (day)
     ORDER BY day`,
    [ownerId, first, last],
  );
}

export type OrgIdsSql = (typeof orgIdsSql)[keyof typeof orgIdsSql];

export const orgIdsSql = {
  org: 'SELECT id FROM orgs WHERE id = $1',
  partner: 'SELECT id FROM orgs WHERE partner_id = $1',
} as const;

export async function findTotals(
  db: Database,
  orgs: OrgIdsSql,
  ownerId: string,
  [first, last]: readonly [number, number],
): Promise<{ orgs: number; users: number; active_users: number }> {
  const [row] = await db.query<{ orgs: number; users: number; active_users: number }>(
    `WITH mine AS MATERIALIZED (${orgs})
     SELECT (SELECT count(*) FROM mine JOIN orgs USING (id) WHERE disabled_at IS NULL) AS orgs,
       (SELECT count(*) FROM users WHERE org_id IN (SELECT id FROM mine) AND disabled_at IS NULL AND NOT is_bot) AS users,
       (SELECT count(DISTINCT user_id) FROM usage_active_users
        WHERE org_id IN (SELECT id FROM mine) AND day BETWEEN $2 AND $3) AS active_users`,
    [ownerId, first, last],
  );
  return row ?? { orgs: 0, users: 0, active_users: 0 };
}
