import type { Environment } from '../../environment/environment.ts';
import type { Transaction } from '../../storage/database.ts';
import type { AuthenticateClient } from './client.ts';
import { revokeFamily } from './grants/refresh-token-queries.ts';
import type { TokenParameters } from './parameters.ts';
import { TokenError } from './token-error.ts';
import { keyOf } from './tokens/directory.ts';
import { deleteAccessToken } from './tokens/queries.ts';
import { hashToken } from './tokens/token-format.ts';

/** The API contract does not require client authentication. */
export async function revokeAccessToken(env: Environment, token: string): Promise<void> {
  const hash = hashToken(token);
  await env.db.transaction(async (tx) => {
    // Do not announce unknown tokens, because anybody can send them.
    if (await deleteAccessToken(tx, hash)) await env.revocations.announce(tx, { token: keyOf(hash) });
  });
}

/** Implements RFC 7009. Ignores unknown tokens and tokens of other clients, so that the response reveals nothing. */
export async function revokeOwnToken(
  env: Environment,
  authenticate: AuthenticateClient,
  parameters: TokenParameters,
): Promise<void> {
  const hash = hashToken(parameters.required('token'));
  if (parameters.optional('access_token') !== undefined)
    throw new TokenError('invalid_request', 'token cannot be combined with access_token');
  const client = await authenticate(parameters);
  await env.db.transaction(async (tx) => {
    if (await deleteAccessToken(tx, hash, client.id)) {
      await env.revocations.announce(tx, { token: keyOf(hash) });
      return;
    }
    const familyId = await findFamilyOf(tx, hash, client.id);
    if (familyId === undefined) return;
    await revokeFamily(tx, familyId, env.clock.now());
    await env.revocations.announce(tx, 'any');
  });
}

async function findFamilyOf(tx: Transaction, hash: Buffer, clientId: string): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    `SELECT f.id FROM refresh_tokens r JOIN token_families f ON f.id = r.family_id
     WHERE r.hash = $1 AND f.client_id = $2 AND f.revoked_at IS NULL`,
    [hash, clientId],
  );
  return row?.id;
}
