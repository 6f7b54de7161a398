import type { Environment } from '../../environment/environment.ts';
import { first, hasRow, type Transaction } from '../../storage/database.ts';
import { scheduleRetry } from '../bots/index.ts';
import * as queries from './queries.ts';

export interface EventLogChange {
  clientId: string;
  /** If undefined, a nonempty `url` creates the log. */
  isOn: boolean | undefined;
  /** Undefined leaves the address unchanged, and an empty string removes it. */
  url: string | undefined;
  at: number;
}

export async function setEventLog(
  { secrets }: Pick<Environment, 'secrets'>,
  tx: Transaction,
  { clientId, isOn, url, at }: EventLogChange,
  createSecret: () => string,
): Promise<string | undefined> {
  if (isOn === false) {
    await queries.deleteLog(tx, clientId);
    return undefined;
  }
  if (isOn || url) await queries.beginLog(tx, clientId, at);
  if (url === undefined) return undefined;
  const previous = await first<{ url: string }>(
    tx,
    'SELECT url FROM client_logs WHERE client_id = $1 FOR NO KEY UPDATE',
    [clientId],
  );
  const secret = url !== '' && previous?.url === '' ? createSecret() : undefined;
  await tx.query(
    `UPDATE client_logs SET url = $2, gone_at = NULL, secret_sealed = coalesce($3, secret_sealed),
       old_secret_sealed = CASE WHEN $3::bytea IS NULL THEN old_secret_sealed END WHERE client_id = $1`,
    [clientId, url, secret === undefined ? null : secrets.seal(secret)],
  );
  await scheduleRetry(tx, clientId);
  return secret;
}

export async function replaceEventsSecret(
  { secrets }: Pick<Environment, 'secrets'>,
  tx: Transaction,
  clientId: string,
  secret: string,
  oldUntil: number | null,
): Promise<boolean> {
  const isReplaced = await hasRow(
    tx,
    `UPDATE client_logs SET old_secret_sealed = CASE WHEN $3::bigint IS NOT NULL THEN secret_sealed END,
       secret_sealed = $2, old_secret_until = $3::bigint
     WHERE client_id = $1 AND url <> '' RETURNING client_id`,
    [clientId, secrets.seal(secret), oldUntil],
  );
  if (isReplaced) await scheduleRetry(tx, clientId);
  return isReplaced;
}
