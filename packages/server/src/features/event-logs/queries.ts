import { type Database, first, hasRow, type Transaction } from '../../storage/database.ts';
import type { ReceiverTarget } from '../bots/index.ts';

export const CONSUMER_NAME = 'client_logs';

const CLIENT_SERVES_ORG = 'c.partner_id = o.partner_id AND (c.org_id IS NULL OR c.org_id = o.id)';

const LOGS_OF_ORG = `clients c ON ${CLIENT_SERVES_ORG} JOIN client_logs g ON g.client_id = c.id`;

/** PostgreSQL evaluates the first condition only once per query. */
export const BINDERS_WITH_LOG = `EXISTS (SELECT FROM client_logs)
  AND EXISTS (SELECT FROM orgs o JOIN ${LOGS_OF_ORG} WHERE o.id = b.org_id)`;

/** A log includes the changes of this time before it begins, because open transactions may still add such changes. */
const OVERLAP_MS = 60_000;

/** Sequence numbers continue those of a deleted log. */
export async function beginLog(tx: Transaction, clientId: string, at: number): Promise<void> {
  // Without this lock, a log that begins could move a cursor past the start of another log.
  await tx.query(
    'SELECT FROM partners WHERE id = (SELECT partner_id FROM clients WHERE id = $1) FOR NO KEY UPDATE',
    [clientId],
  );
  const isNew = await hasRow(
    tx,
    `INSERT INTO client_logs (client_id, since, last_sequence) SELECT id, $2::bigint, events_sequence FROM clients WHERE id = $1
     ON CONFLICT DO NOTHING RETURNING client_id`,
    [clientId, at - OVERLAP_MS],
  );
  if (isNew) await tx.query(BEGIN_BINDERS, [clientId]);
}

/** Does not move a cursor if another log reads the binder. */
const BEGIN_BINDERS = `INSERT INTO log_cursors_other AS l (consumer, binder_id, seq, epoch)
  SELECT '${CONSUMER_NAME}', b.id, b.seq, b.epoch FROM binders b JOIN orgs o ON o.id = b.org_id JOIN clients c ON c.id = $1 AND ${CLIENT_SERVES_ORG}
  WHERE NOT EXISTS (SELECT FROM clients c JOIN client_logs g ON g.client_id = c.id WHERE ${CLIENT_SERVES_ORG} AND c.id <> $1)
  ORDER BY b.id
  ON CONFLICT (binder_id, consumer) DO UPDATE SET seq = greatest(l.seq, excluded.seq), epoch = excluded.epoch`;

/** The gap in sequence numbers shows the client of a later log that events are missing. */
export async function deleteLog(tx: Transaction, clientId: string): Promise<void> {
  await tx.query(
    `WITH deleted AS (DELETE FROM client_logs WHERE client_id = $1 RETURNING client_id, last_sequence)
     UPDATE clients SET events_sequence = last_sequence + 1 FROM deleted WHERE id = client_id`,
    [clientId],
  );
  for (const table of ['bot_queues', 'bot_events', 'bot_attempts'])
    await tx.query(`DELETE FROM ${table} WHERE user_id = $1`, [clientId]);
}

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

/** Returns users whose current state is not in a log. `$1` limits their number. The logs must be locked. */
const storeChangedUsers = (condition: string) => `WITH current AS (
    SELECT c.id AS client_id, u.id, u.org_id, u.name, u.picture_url, u.email, u.unique_id, u.role, u.is_bot,
      u.disabled_at IS NOT NULL AS is_disabled, e.user_id IS NOT NULL AS is_erased
    FROM users u JOIN orgs o ON o.id = u.org_id JOIN ${LOGS_OF_ORG} LEFT JOIN erasures e ON e.user_id = u.id
    WHERE ${condition}
  ), digested AS (
    SELECT current.*, md5(jsonb_build_array(name, picture_url, email, unique_id, role, is_disabled, is_erased)::text) AS digest
    FROM current
  ), changed AS (
    SELECT d.*, s.user_id IS NULL AS is_new FROM digested d
    LEFT JOIN client_log_users s ON s.client_id = d.client_id AND s.user_id = d.id
    WHERE s.digest IS DISTINCT FROM d.digest ORDER BY d.client_id, d.id LIMIT $1::bigint
  ), stored AS (
    INSERT INTO client_log_users (client_id, user_id, digest) SELECT client_id, id, digest FROM changed
    ON CONFLICT (client_id, user_id) DO UPDATE SET digest = excluded.digest
  )
  SELECT * FROM changed ORDER BY client_id, id`;

/** Processes of the previous release add no rows to `user_changes`. */
const COMPARE_EVERY_MS = 60 * 60 * 1000;

/** Transactions that were open when the log began add no rows to `user_changes`. `$1` is the time. */
const IS_DUE = `users_compared_at < greatest(since + ${2 * OVERLAP_MS}, $1::bigint - ${COMPARE_EVERY_MS})`;

export async function hasWork(db: Pick<Database, 'query'>, now: number): Promise<boolean> {
  const row = await first<{ has_work: boolean }>(
    db,
    `SELECT EXISTS (SELECT FROM user_changes) OR EXISTS (SELECT FROM client_logs WHERE ${IS_DUE}) AS has_work`,
    [now],
  );
  return row?.has_work ?? false;
}

export async function takeMarkedUsers(
  tx: Transaction,
  limit: number,
): Promise<{ count: number; users: ChangedUser[] }> {
  const marks = await tx.query<{ user_id: string }>(
    `DELETE FROM user_changes WHERE id IN (SELECT id FROM user_changes ORDER BY id LIMIT $1::bigint FOR UPDATE SKIP LOCKED)
     RETURNING user_id`,
    [limit],
  );
  if (marks.length === 0) return { count: 0, users: [] };
  const ids = [...new Set(marks.map(({ user_id }) => user_id))];
  // The next statement sees what the previous lock holder has stored.
  await tx.query(
    `SELECT FROM client_logs WHERE client_id IN (
       SELECT c.id FROM users u JOIN orgs o ON o.id = u.org_id JOIN ${LOGS_OF_ORG} WHERE u.id = ANY($1::text[]))
     ORDER BY client_id FOR NO KEY UPDATE`,
    [ids],
  );
  const users = await tx.query<ChangedUser>(storeChangedUsers('u.id = ANY($2::text[])'), [null, ids]);
  return { count: marks.length, users };
}

/** Returns undefined if no log is due. If `limit` users have changed, the log remains due. */
export async function compareUsers(
  tx: Transaction,
  now: number,
  limit: number,
): Promise<ChangedUser[] | undefined> {
  // Waits for a process that compares the same log, and then evaluates the condition again.
  const log = await first<{ client_id: string }>(
    tx,
    `SELECT client_id FROM client_logs WHERE ${IS_DUE} AND users_compared_at < $1 ORDER BY client_id LIMIT 1 FOR NO KEY UPDATE`,
    [now],
  );
  if (!log) return undefined;
  const users = await tx.query<ChangedUser>(storeChangedUsers('c.id = $2'), [limit, log.client_id]);
  if (users.length < limit)
    await tx.query('UPDATE client_logs SET users_compared_at = $2::bigint WHERE client_id = $1', [
      log.client_id,
      now,
    ]);
  return users;
}

/** For a client without a log, `has_log` is false and `webhook_url` is empty. */
export function findLogTarget(
  db: Database,
  partnerId: string,
  clientId: string,
  now: number,
): Promise<(ReceiverTarget & { org_id: string | null; has_log: boolean }) | undefined> {
  return first(
    db,
    `SELECT c.id AS user_id, c.name, c.org_id, c.disabled_at IS NULL AS is_enabled, g.client_id IS NOT NULL AS has_log,
       coalesce(g.url, '') AS webhook_url, g.secret_sealed AS webhook_secret_sealed, true AS allow_private_network, g.gone_at,
       '' AS sha1_signature_header, c.secret_sealed AS client_secret_sealed,
       CASE WHEN g.old_secret_until > $3::bigint THEN g.old_secret_sealed END AS old_webhook_secret_sealed
     FROM clients c LEFT JOIN client_logs g ON g.client_id = c.id
     WHERE c.partner_id = $1 AND c.id = $2 AND c.kind = 'app'`,
    [partnerId, clientId, now],
  );
}

export function findUser(db: Database, clientId: string, userId: string): Promise<ChangedUser | undefined> {
  return first<ChangedUser>(
    db,
    `SELECT $1::text AS client_id, id, org_id, name, picture_url, email, unique_id, role, is_bot,
       disabled_at IS NOT NULL AS is_disabled, false AS is_erased, false AS is_new
     FROM users WHERE id = $2`,
    [clientId, userId],
  );
}
