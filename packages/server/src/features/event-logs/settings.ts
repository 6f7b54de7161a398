import type { Environment } from '../../environment/environment.ts';
import { first, type Transaction } from '../../storage/database.ts';
import * as queries from './queries.ts';

export interface EventLogChange {
  clientId: string;
  /** Undefined leaves it unchanged; an address begins the log. */
  isOn: boolean | undefined;
  /** Empty for none; undefined leaves it unchanged. */
  url: string | undefined;
  at: number;
}

/**
 * Begins, changes or deletes the log of a client.
 * @param createSecret called for an address when there was none
 * @returns the new secret; undefined without one
 */
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
  const before = await first<{ url: string }>(
    tx,
    'SELECT url FROM client_logs WHERE client_id = $1 FOR NO KEY UPDATE',
    [clientId],
  );
  const secret = url !== '' && before?.url === '' ? createSecret() : undefined;
  await tx.query(
    `UPDATE client_logs SET url = $2, gone_at = NULL, secret_sealed = coalesce($3, secret_sealed) WHERE client_id = $1`,
    [clientId, url, secret === undefined ? null : secrets.seal(secret)],
  );
  await tx.query('UPDATE bot_queues SET failures = 0, due_at = 0 WHERE user_id = $1', [clientId]);
  return secret;
}
