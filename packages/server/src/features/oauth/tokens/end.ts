import type { Transaction } from '../../../storage/database.ts';

/** Whose tokens are to end: all of an org's users, of one user, or of a client. */
export type TokenHolder = { orgId: string } | { userId: string } | { clientId: string };

/**
 * Ends all tokens and sessions of a holder for good: they do not come back when the holder is enabled again. Whoever
 * calls it announces the revocation in the same transaction.
 */
export async function endTokens(tx: Transaction, holder: TokenHolder, at: number): Promise<void> {
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
  if (!('clientId' in holder)) await tx.query(`DELETE FROM sessions WHERE ${held}`, [id]);
}
