import type { Transaction } from '../../../storage/database.ts';

export type TokenHolder = { orgId: string } | { userId: string } | { clientId: string };

/** Call this in the transaction that disables the holder and announces the revocation. */
export async function revokeTokens(tx: Transaction, holder: TokenHolder, at: number): Promise<void> {
  const [current, id] =
    'clientId' in holder
      ? ['client_id = $1', holder.clientId]
      : 'userId' in holder
        ? ['user_id = $1', holder.userId]
        : ['user_id IN (SELECT id FROM users WHERE org_id = $1)', holder.orgId];
  await tx.query(`UPDATE token_families SET revoked_at = $2 WHERE ${current} AND revoked_at IS NULL`, [
    id,
    at,
  ]);
  // Two statements, because each uses an index.
  await tx.query(
    `DELETE FROM access_tokens WHERE family_id IN (SELECT id FROM token_families WHERE ${current})`,
    [id],
  );
  await tx.query(`DELETE FROM access_tokens WHERE family_id IS NULL AND ${current}`, [id]);
  // Used codes remain, so that their reuse is detected.
  await tx.query(`DELETE FROM authorization_codes WHERE ${current} AND used_at IS NULL AND expires_at > $2`, [
    id,
    at,
  ]);
  if ('clientId' in holder) return;
  await tx.query(
    `WITH ended AS (DELETE FROM sessions WHERE ${current} RETURNING hash, user_id, expires_at)
     INSERT INTO ended_sessions (hash, user_id, expires_at)
     SELECT hash, user_id, expires_at FROM ended ON CONFLICT (hash) DO NOTHING`,
    [id],
  );
  for (const table of ['sign_ons', 'password_resets', 'push_subscriptions'])
    await tx.query(`DELETE FROM ${table} WHERE ${current}`, [id]);
}
