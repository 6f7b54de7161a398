import type { Database, Transaction } from '../../storage/database.ts';

/** SQL for the logs `g` of enabled clients `c` that contain the events of an org `o`. */
const LOGS_OF_ORG = `clients c ON c.partner_id = o.partner_id AND (c.org_id IS NULL OR c.org_id = o.id) AND c.disabled_at IS NULL
  JOIN client_logs g ON g.client_id = c.id`;

export interface LogOfBinder extends Record<string, unknown> {
  binder_id: string;
  org_id: string;
  client_id: string;
  since: number;
}

export function findLogs(tx: Transaction, binderIds: readonly string[]): Promise<LogOfBinder[]> {
  return tx.query<LogOfBinder>(
    `SELECT b.id AS binder_id, b.org_id, c.id AS client_id, g.since
     FROM binders b JOIN orgs o ON o.id = b.org_id JOIN ${LOGS_OF_ORG}
     WHERE b.id = ANY($1::text[]) ORDER BY c.id`,
    [binderIds],
  );
}

export interface ChangedUser extends Record<string, unknown> {
  client_id: string;
  id: string;
  org_id: string;
  name: string;
  picture_url: string;
  email: string | null;
  unique_id: string | null;
  role: string;
  is_bot: boolean;
  is_disabled: boolean;
  is_erased: boolean;
  is_new: boolean;
}

/** SQL: users whose state is not that in a log. */
const CHANGED = `current AS (
    SELECT c.id AS client_id, u.id, u.org_id, u.name, u.picture_url, u.email, u.unique_id, u.role, u.is_bot,
      u.disabled_at IS NOT NULL AS is_disabled, e.user_id IS NOT NULL AS is_erased
    FROM users u JOIN orgs o ON o.id = u.org_id JOIN ${LOGS_OF_ORG} LEFT JOIN erasures e ON e.user_id = u.id
  ), digested AS (
    SELECT current.*, md5(jsonb_build_array(name, picture_url, email, unique_id, role, is_disabled, is_erased)::text) AS digest
    FROM current
  ), changed AS (
    SELECT d.*, s.user_id IS NULL AS is_new FROM digested d
    LEFT JOIN client_log_users s ON s.client_id = d.client_id AND s.user_id = d.id
    WHERE s.digest IS DISTINCT FROM d.digest ORDER BY d.client_id, d.id LIMIT $1::bigint
  )`;

export async function hasChangedUsers(db: Pick<Database, 'query'>): Promise<boolean> {
  return (await db.query(`WITH ${CHANGED} SELECT FROM changed`, [1])).length > 0;
}

/**
 * Stores the current state of users whose state is not that in the logs, and returns it. Another process that does the
 * same waits for the lock, and then finds nothing.
 */
export async function takeChangedUsers(tx: Transaction, limit: number): Promise<ChangedUser[]> {
  await tx.query('SELECT FROM client_logs ORDER BY client_id FOR NO KEY UPDATE');
  return tx.query<ChangedUser>(
    `WITH ${CHANGED}, stored AS (
       INSERT INTO client_log_users (client_id, user_id, digest) SELECT client_id, id, digest FROM changed
       ON CONFLICT (client_id, user_id) DO UPDATE SET digest = excluded.digest
     )
     SELECT * FROM changed ORDER BY client_id, id`,
    [limit],
  );
}
