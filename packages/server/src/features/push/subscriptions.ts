import { ECDH } from 'node:crypto';
import type { Environment } from '../../environment/environment.ts';
import { invalid } from '../../errors.ts';
import { type Database, hasRow } from '../../storage/database.ts';
import { checkEndpoint } from './endpoint.ts';

export interface PushSubscription {
  endpoint: string;
  /** A P-256 public key and 16 random bytes, both in base64url. */
  keys: { p256dh: string; auth: string };
}

/** Per person. A further device replaces the oldest one. */
export const MAX_SUBSCRIPTIONS = 20;

export async function subscribeDevice(
  { secrets }: Pick<Environment, 'secrets'>,
  db: Database,
  userId: string,
  { endpoint, keys, device }: PushSubscription & { device: string },
  now: number,
): Promise<number> {
  const [row] = await db.query<{ id: number }>(
    `INSERT INTO push_subscriptions AS s (user_id, endpoint, keys_sealed, device, created_at) VALUES ($1, $2, $3, $4, $5::bigint)
     ON CONFLICT (endpoint) DO UPDATE SET user_id = excluded.user_id, keys_sealed = excluded.keys_sealed, device = excluded.device,
       created_at = CASE WHEN s.user_id = excluded.user_id THEN s.created_at ELSE excluded.created_at END
     RETURNING id`,
    [userId, endpoint, secrets.seal(JSON.stringify(keys)), device, now],
  );
  if (!row) throw new Error('the subscription was not written');
  await db.query(
    `DELETE FROM push_subscriptions WHERE user_id = $1 AND id <> $2::bigint AND id NOT IN (
       SELECT id FROM push_subscriptions WHERE user_id = $1 AND id <> $2::bigint
       ORDER BY created_at DESC, id DESC LIMIT ${MAX_SUBSCRIPTIONS - 1})`,
    [userId, row.id],
  );
  return row.id;
}

export function unsubscribeDevice(db: Database, userId: string, id: number): Promise<boolean> {
  return hasRow(db, 'DELETE FROM push_subscriptions WHERE id = $2::bigint AND user_id = $1 RETURNING id', [
    userId,
    id,
  ]);
}

export function checkSubscription({ endpoint, keys }: PushSubscription, allowsPrivate: boolean): void {
  checkEndpoint('endpoint', endpoint, allowsPrivate);
  if (Buffer.from(keys.auth, 'base64url').length !== 16) throw invalid('keys.auth', 'must be 16 bytes');
  if (!isPoint(Buffer.from(keys.p256dh, 'base64url')))
    throw invalid('keys.p256dh', 'must be an uncompressed point of P-256, 65 bytes');
}

function isPoint(bytes: Buffer): boolean {
  if (bytes.length !== 65) return false;
  try {
    ECDH.convertKey(bytes, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}
