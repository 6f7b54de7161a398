import type { Transaction } from '../../../storage/database.ts';

/** Whose tokens are to end: all of an org's users, of one user, or of a client. */
export type TokenHolder = { orgId: string } | { userId: string } | { clientId: string };

/**
 * Ends all tokens and sessions of a holder for good, and what they could be got with: codes, sign-ons under way, links
 * that reset a password. They do not come back when the holder is enabled again. To be called after the holder was
 * disabled, in the same transaction; whoever calls it announces the revocation there too.
 */
export async function revokeTokens(tx: Transaction, holder: TokenHolder, at: number): Promise<void> {
  const [held, id] =
    'clientId' in holder
      ? ['client_id = $1', holder.clientId]
      : 'userId' in holder
        ? ['user_id = $1', holder.userId]
        : ['user_id IN (SELECT id FROM users WHERE org_id = $1)', holder.orgId];
  await tx.query(`UPDATE token_families SET revoked_at = $2 WHERE ${held} AND revoked_at IS NULL`, [id, at]);
  // In two statements, as each has an index: a family's tokens by the family, the others by their user.
  await tx.query(
    `DELETE FROM access_tokens WHERE family_id IN (SELECT id FROM token_families WHERE ${held})`,
    [id],
  );
  await tx.query(`DELETE FROM access_tokens WHERE family_id IS NULL AND ${held}`, [id]);
  // Used ones stay: by them a second use is noticed.
  await tx.query(`DELETE FROM authorization_codes WHERE ${held} AND used_at IS NULL AND expires_at > $2`, [
    id,
    at,
  ]);
  if ('clientId' in holder) return;
  for (const table of ['sessions', 'sign_ons', 'password_resets'])
    await tx.query(`DELETE FROM ${table} WHERE ${held}`, [id]);
}
