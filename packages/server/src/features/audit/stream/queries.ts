import type { Database } from '../../../storage/database.ts';
import { DATABASE_NOW } from '../../../storage/database-time.ts';

/** More than a send may take, and short enough for a stream that continues soon after a crash. */
const LEASE_MS = 30_000;

/** Ids up to `id`, some of which belong to transactions that have not ended while one of `writers` holds its lock. */
export interface Horizon {
  id: number;
  writers: ReadonlySet<string>;
}

/**
 * Ids are assigned before the commit, so an entry can become visible after a later one. It is read once every
 * transaction that was writing entries has ended. Returns undefined if all entries were sent.
 */
export async function findHorizon(db: Pick<Database, 'query'>): Promise<Horizon | undefined> {
  const [newest] = await db.query<{ id: number }>(
    'SELECT id FROM audit_entries WHERE id > (SELECT last_id FROM audit_stream) ORDER BY id DESC LIMIT 1',
  );
  // After the newest entry, so that it includes all who have an earlier id.
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

/** Returns the position of the stream if there are later entries and no other process sends them. */
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

/** Returns whether this process still had the claim. At the end it releases the claim, so that any process can continue. */
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

/** The entries that were not sent: how many, of 10,000 at most, and the time of the oldest. */
export async function findBacklog(
  db: Pick<Database, 'query'>,
): Promise<{ entries: number; since: number | null }> {
  const [row] = await db.query<{ entries: number; since: number | null }>(
    `SELECT count(*) AS entries, min(at) AS since
     FROM (SELECT at FROM audit_entries WHERE id > (SELECT last_id FROM audit_stream) ORDER BY id LIMIT ${MAX_COUNTED}) AS unsent`,
  );
  return row ?? { entries: 0, since: null };
}
