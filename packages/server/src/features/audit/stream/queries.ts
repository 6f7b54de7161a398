import type { Database } from '../../../storage/database.ts';
import { DATABASE_NOW } from '../../../storage/database-time.ts';
import type { SignInAction, SignInMethod } from '../../../storage/sign-in-log.ts';

/** Longer than `SEND_TIMEOUT_MS`, so that the lease does not expire during sending. */
const LEASE_MS = 30_000;

export interface Horizon {
  id: number;
  writers: ReadonlySet<string>;
}

/** Ids are assigned before the commit, so an entry can become visible after an entry with a higher id. */
export async function findHorizon(db: Pick<Database, 'query'>): Promise<Horizon | undefined> {
  const [newest] = await db.query<{ id: number }>(
    'SELECT id FROM audit_entries WHERE id > (SELECT last_id FROM audit_stream) ORDER BY id DESC LIMIT 1',
  );
  // In this order, `findWriters` misses no writer with a lower id.
  return newest && { id: newest.id, writers: await findWriters(db) };
}

export async function findWriters(db: Pick<Database, 'query'>): Promise<Set<string>> {
  const rows = await db.query<{ writer: string }>(
    `SELECT virtualtransaction AS writer FROM pg_locks
     WHERE relation = 'audit_entries'::regclass AND mode = 'RowExclusiveLock'
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  return new Set(rows.map(({ writer }) => writer));
}

/** Returns the id of the last sent entry. Undefined if another process holds the lease or nothing is left to send. */
export async function claimStream(
  db: Pick<Database, 'query'>,
  processId: string,
  upTo: number,
): Promise<number | undefined> {
  const [row] = await db.query<{ last_id: number }>(
    `UPDATE audit_stream SET lease = $1::text, lease_until = ${DATABASE_NOW} + ${LEASE_MS}
     WHERE last_id < $2::bigint AND (lease = $1::text OR lease_until < ${DATABASE_NOW})
     RETURNING last_id`,
    [processId, upTo],
  );
  return row?.last_id;
}

export async function moveStream(
  db: Pick<Database, 'query'>,
  processId: string,
  position: { from: number; to: number; isEnd: boolean },
): Promise<boolean> {
  const rows = await db.query(
    `UPDATE audit_stream
     SET last_id = $3::bigint, lease_until = CASE WHEN $4::boolean THEN 0 ELSE lease_until END
     WHERE lease = $1::text AND last_id = $2::bigint
     RETURNING last_id`,
    [processId, position.from, position.to, position.isEnd],
  );
  return rows.length > 0;
}

export async function releaseStream(db: Pick<Database, 'query'>, processId: string): Promise<void> {
  await db.query('UPDATE audit_stream SET lease_until = 0 WHERE lease = $1::text', [processId]);
}

const MAX_COUNTED = 10_000;

export async function findBacklog(
  db: Pick<Database, 'query'>,
): Promise<{ entries: number; since: number | null }> {
  const [row] = await db.query<{ entries: number; since: number | null }>(
    `SELECT count(*) AS entries, min(at) AS since
     FROM (
       (SELECT at FROM audit_entries WHERE id > (SELECT last_id FROM audit_stream) ORDER BY id LIMIT ${MAX_COUNTED})
       UNION ALL (SELECT first_at FROM sign_in_events ORDER BY id LIMIT ${MAX_COUNTED})
     ) AS unsent`,
  );
  return row ?? { entries: 0, since: null };
}

export interface SignInRow extends Record<string, unknown> {
  id: number;
  action: SignInAction;
  method: SignInMethod;
  user_id: string | null;
  user_name: string | null;
  org_id: string | null;
  /** Partner of the user, or of the client if the user is unknown. */
  partner_id: string | null;
  client_id: string | null;
  client_name: string | null;
  address: string;
  reason: string | null;
  is_alarming: boolean;
  number: number;
  first_at: number;
  last_at: number;
}

export async function claimSignIns(db: Pick<Database, 'query'>, limit: number): Promise<SignInRow[]> {
  const rows = await db.query<SignInRow>(
    `WITH taken AS (
       UPDATE sign_in_events SET taken_until = ${DATABASE_NOW} + ${LEASE_MS}
       WHERE id IN (SELECT id FROM sign_in_events WHERE taken_until < ${DATABASE_NOW}
         ORDER BY id LIMIT $1::bigint FOR UPDATE SKIP LOCKED)
       RETURNING *
     )
     SELECT t.id, t.action, t.method, t.user_id, u.name AS user_name, u.org_id, coalesce(u.partner_id, c.partner_id) AS partner_id,
       t.client_id, c.name AS client_name, t.address, t.reason, t.is_alarming, t.number, t.first_at, t.last_at
     FROM taken t LEFT JOIN users u ON u.id = t.user_id LEFT JOIN clients c ON c.id = t.client_id ORDER BY t.id`,
    [limit],
  );
  return rows;
}

export async function releaseSignIns(db: Pick<Database, 'query'>, ids: readonly number[]): Promise<void> {
  await db.query('UPDATE sign_in_events SET taken_until = 0 WHERE id = ANY ($1::bigint[])', [ids]);
}

export async function deleteSignIns(db: Pick<Database, 'query'>, ids: readonly number[]): Promise<void> {
  await db.query('DELETE FROM sign_in_events WHERE id = ANY ($1::bigint[])', [ids]);
}
