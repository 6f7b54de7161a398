import type { Environment } from '../../environment/environment.ts';
import { because, fieldPreconditionFailed } from '../../errors.ts';
import { type Database, first, hasRow, type Transaction } from '../../storage/database.ts';
import { FIRST_RETRY_MS, MAX_RETRY_MS } from './retries.ts';

/** Per partner. Each message is queued for every receiver. */
const MAX_RECEIVERS = 100;
const FAILURES_BEFORE_PAUSE = 3;

export async function findDueReceivers(db: Database, now: number): Promise<string[]> {
  const rows = await db.query<{ client_id: string }>(
    `SELECT r.client_id FROM notification_receivers r JOIN clients c ON c.id = r.client_id AND c.disabled_at IS NULL
     WHERE r.gone_at IS NULL AND r.retry_at <= $1::bigint AND EXISTS (
       SELECT FROM push_queue q WHERE coalesce(q.client_id, '') = r.client_id AND coalesce(q.claimed_until, q.due_at) <= $1::bigint)`,
    [now],
  );
  return rows.map(({ client_id }) => client_id);
}

export interface Receiver {
  url: string;
  /** Secrets that begin with `whsec_`. During a rotation, there are two secrets. */
  secrets: string[];
  failures: number;
}

export async function findReceiver(
  { db, secrets }: Environment,
  clientId: string,
  now: number,
): Promise<Receiver | undefined> {
  const row = await first<{ url: string; sealed: Buffer; old_sealed: Buffer | null; failures: number }>(
    db,
    `SELECT r.url, r.failures, r.secret_sealed AS sealed, CASE WHEN r.old_secret_until > $2::bigint THEN r.old_secret_sealed END AS old_sealed
     FROM notification_receivers r JOIN clients c ON c.id = r.client_id AND c.disabled_at IS NULL
     WHERE r.client_id = $1 AND r.gone_at IS NULL AND r.retry_at <= $2::bigint`,
    [clientId, now],
  );
  if (!row) return undefined;
  const { url, failures, sealed, old_sealed: oldSealed } = row;
  const both = oldSealed ? [sealed, oldSealed] : [sealed];
  return { url, failures, secrets: both.map((each) => secrets.open(each)) };
}

/** An admin may have replaced the address. */
export async function recordSuccess(db: Database, clientId: string, url: string): Promise<void> {
  await db.query(
    'UPDATE notification_receivers SET failures = 0, retry_at = 0 WHERE client_id = $1 AND url = $2 AND failures > 0',
    [clientId, url],
  );
}

export interface FailedCall {
  clientId: string;
  url: string;
  notBefore: number;
}

/** Requests that fail during a pause do not count. Returns the end of the pause, or 0. */
export async function recordFailure(
  db: Database,
  { clientId, url, notBefore }: FailedCall,
  now: number,
): Promise<number> {
  const [row] = await db.query<{ retry_at: number }>(
    `UPDATE notification_receivers SET failures = failures + CASE WHEN retry_at <= $2::bigint THEN 1 ELSE 0 END,
       retry_at = CASE WHEN retry_at > $2::bigint THEN greatest(retry_at, $3::bigint) ELSE greatest($3::bigint,
         CASE WHEN failures + 1 >= ${FAILURES_BEFORE_PAUSE}
           THEN $2::bigint + least(${FIRST_RETRY_MS} * 2 ^ least(failures + 1 - ${FAILURES_BEFORE_PAUSE}, 20), ${MAX_RETRY_MS})::bigint ELSE 0 END) END
     WHERE client_id = $1 AND url = $4 RETURNING retry_at`,
    [clientId, now, notBefore, url],
  );
  return row?.retry_at ?? 0;
}

export async function stopReceiver(
  tx: Transaction,
  clientId: string,
  url: string,
  now: number,
): Promise<boolean> {
  const isGone = await hasRow(
    tx,
    'UPDATE notification_receivers SET gone_at = coalesce(gone_at, $3::bigint) WHERE client_id = $1 AND url = $2 RETURNING client_id',
    [clientId, url, now],
  );
  if (isGone) await forgetPushes(tx, clientId);
  return isGone;
}

async function forgetPushes(tx: Transaction, clientId: string): Promise<void> {
  await tx.query('DELETE FROM push_queue WHERE client_id = $1', [clientId]);
  await tx.query(
    `UPDATE notification_deliveries SET state = 'dropped' WHERE client_id = $1 AND state = 'pending'`,
    [clientId],
  );
}

/**
 * An empty `url` removes the address.
 *
 * @param createSecret called only for a first address
 */
export async function setReceiver(
  { secrets }: Pick<Environment, 'secrets'>,
  tx: Transaction,
  { clientId, url, at }: { clientId: string; url: string; at: number },
  createSecret: () => string,
): Promise<string | undefined> {
  if (url === '') {
    await forgetPushes(tx, clientId);
    await tx.query('DELETE FROM notification_receivers WHERE client_id = $1', [clientId]);
    return undefined;
  }
  const hasReceiver = await hasRow(
    tx,
    `UPDATE notification_receivers SET url = $2, failures = 0, retry_at = 0, gone_at = NULL,
       since = CASE WHEN gone_at IS NULL THEN since ELSE $3::bigint END
     WHERE client_id = $1 RETURNING client_id`,
    [clientId, url, at],
  );
  if (hasReceiver) {
    // Pushes that wait for a retry go to the new address immediately.
    await tx.query(
      'UPDATE push_queue SET due_at = $2::bigint, attempts = 0 WHERE client_id = $1 AND due_at > $2::bigint',
      [clientId, at],
    );
    return undefined;
  }
  const secret = createSecret();
  const isAdded = await hasRow(
    tx,
    `INSERT INTO notification_receivers (client_id, url, secret_sealed, since)
     SELECT id, $2, $3, $4::bigint FROM clients own WHERE id = $1 AND (
       SELECT count(*) FROM notification_receivers r JOIN clients c ON c.id = r.client_id AND c.partner_id = own.partner_id
     ) < ${MAX_RECEIVERS} RETURNING client_id`,
    [clientId, url, secrets.seal(secret), at],
  );
  if (!isAdded)
    throw fieldPreconditionFailed('notification_url', because('receivers_full', { limit: MAX_RECEIVERS }));
  return secret;
}

/** @param oldUntil the end of the old secret's validity, or null */
export function replaceReceiverSecret(
  { secrets }: Pick<Environment, 'secrets'>,
  tx: Transaction,
  clientId: string,
  secret: string,
  oldUntil: number | null,
): Promise<boolean> {
  return hasRow(
    tx,
    `UPDATE notification_receivers SET old_secret_sealed = CASE WHEN $3::bigint IS NOT NULL THEN secret_sealed END,
       secret_sealed = $2, old_secret_until = $3::bigint, failures = 0, retry_at = 0
     WHERE client_id = $1 RETURNING client_id`,
    [clientId, secrets.seal(secret), oldUntil],
  );
}
