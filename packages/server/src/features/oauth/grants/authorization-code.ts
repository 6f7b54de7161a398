import { createHash, timingSafeEqual } from 'node:crypto';
import { type Database, first, type Transaction } from '../../../storage/database.ts';
import { grantedScope } from '../scope.ts';
import { TokenError } from '../token-error.ts';
import { activeHolder } from '../tokens/active-holder.ts';
import { newFamilyId, startFamily } from '../tokens/family.ts';
import { hashToken } from '../tokens/token-format.ts';
import type { Grant, GrantCall } from './grant.ts';
import { revokeFamily } from './refresh-token-queries.ts';

/** One message for all faults reveals nothing about other clients' codes. */
const UNUSABLE = 'code is unknown, expired, used, of another client or for another redirect_uri';

interface CodeRow extends Record<string, unknown> {
  user_id: string;
  scope: string;
  challenge: string | null;
}

export const authorizationCodeGrant: Grant = async (call) => {
  const { env, client, parameters } = call;
  const hash = hashToken(parameters.required('code'));
  const redirectUri = parameters.optional('redirect_uri') ?? null;
  const verifier = parameters.optional('code_verifier');
  const requested = parameters.optional('scope');
  const answer = await env.db.transaction(async (tx) => {
    const familyId = newFamilyId();
    const code = await useCode(tx, {
      hash,
      clientId: client.id,
      redirectUri,
      now: env.clock.now(),
      familyId,
    });
    if (!code) return undefined;
    // If the verifier is wrong, the error rolls back the transaction, so that the code remains valid.
    checkVerifier(code.challenge, verifier);
    const scope = grantedScope(code.scope, requested);
    const holder = { clientId: client.id, userId: code.user_id, scope, familyId };
    return { userId: code.user_id, tokens: await startFamily({ ...env, db: tx }, holder) };
  });
  if (answer) {
    const { userId, tokens } = answer;
    const [clientId, method] = [client.id, 'authorization_code'] as const;
    env.signIns.record({ action: 'token.grant', method, userId, clientId, address: call.address });
    return tokens;
  }
  const isReuse = await revokeIssuedFrom(call, hash);
  throw new TokenError('invalid_grant', UNUSABLE, { isReuse });
};

function useCode(
  tx: Transaction,
  use: { hash: Buffer; clientId: string; redirectUri: string | null; now: number; familyId: string },
): Promise<CodeRow | undefined> {
  return first<CodeRow>(
    tx,
    `WITH ${activeHolder('(SELECT user_id FROM authorization_codes WHERE hash = $1)', '$2')}
     UPDATE authorization_codes c SET used_at = $4, family_id = $5 FROM holder
     WHERE c.hash = $1 AND c.client_id = $2 AND c.redirect_uri IS NOT DISTINCT FROM $3
       AND c.used_at IS NULL AND c.expires_at > $4 AND holder.id = c.user_id
     RETURNING c.user_id, c.scope, c.challenge`,
    [use.hash, use.clientId, use.redirectUri, use.now, use.familyId],
  );
}

/** A verifier for a code without a challenge indicates a downgrade attack (RFC 9700, section 4.8). */
function checkVerifier(challenge: string | null, verifier: string | undefined): void {
  if (challenge === null && verifier === undefined) return;
  if (challenge === null || verifier === undefined || !/^[\w.~-]{43,128}$/.test(verifier))
    throw new TokenError('invalid_grant', 'code_verifier does not match the code');
  const right = Buffer.from(challenge);
  const providedChallenge = Buffer.from(createHash('sha256').update(verifier).digest('base64url'));
  if (!timingSafeEqual(right, providedChallenge))
    throw new TokenError('invalid_grant', 'code_verifier does not match the code');
}

/** Returns whether the code was used before. */
async function revokeIssuedFrom({ env, client }: GrantCall, hash: Buffer): Promise<boolean> {
  const familyId = await findFamilyOf(env.db, hash, client.id);
  if (familyId === undefined) return false;
  await env.db.transaction(async (tx) => {
    await revokeFamily(tx, familyId, env.clock.now());
    await env.revocations.announce(tx, 'any');
  });
  return true;
}

async function findFamilyOf(
  db: Pick<Database, 'query'>,
  hash: Buffer,
  clientId: string,
): Promise<string | undefined> {
  const [row] = await db.query<{ family_id: string }>(
    'SELECT family_id FROM authorization_codes WHERE hash = $1 AND client_id = $2 AND used_at IS NOT NULL',
    [hash, clientId],
  );
  return row?.family_id;
}
