import { randomBytes } from 'node:crypto';
import type { Environment } from '../../../environment.ts';
import { grantedScope } from '../scope.ts';
import { TokenError } from '../token-error.ts';
import { mintedToken, REFRESH_TOKEN_MS, type TokenAnswer, tokenAnswer } from '../tokens/issue.ts';
import { hashToken } from '../tokens/token-format.ts';
import type { Grant, GrantCall } from './grant.ts';
import {
  findIssued,
  findRefreshToken,
  type RefreshIssue,
  revokeFamily,
  rotate,
} from './refresh-token-queries.ts';

/** A token rotated this recently may be presented again: the answer to the first call may have been lost on its way. */
const GRACE_MS = 10_000;
const SALT_BYTES = 16;

/**
 * A new access token and a new refresh token for a refresh token, which one UPDATE uses up. Presented again within the
 * grace, it gives the same two: they are derived from it, so a retry is answered without their being kept, and a family
 * never forks. Presented after the grace, or after its successor was used, it was stolen or copied: everything that came
 * of the same authorisation is revoked.
 */
export const refreshTokenGrant: Grant = async (call) => {
  const { env, client, parameters } = call;
  const text = parameters.required('refresh_token');
  const presented = hashToken(text);
  const now = env.clock.now();
  const seconds = env.config.accessTokenSeconds;
  const salt = randomBytes(SALT_BYTES);
  const { access, refresh } = deriveSuccessors(env, text, salt);
  const issue: RefreshIssue = {
    presented,
    salt,
    clientId: client.id,
    access,
    refresh,
    scopeWords: (await checkedScope(call, presented)).split(' '),
    now,
    accessExpiresAt: now + seconds * 1000,
    refreshExpiresAt: now + REFRESH_TOKEN_MS,
  };
  const scope = await rotate(env.db, issue);
  return scope === undefined ? retry(call, text, now) : tokenAnswer(access, seconds, scope, refresh);
};

/** The pair that follows a refresh token: known to who has the token, the salt in its row, and the installation's key. */
function deriveSuccessors(env: Environment, text: string, salt: Buffer) {
  const derive = (kind: string) =>
    mintedToken(env.secrets.sign(`refreshed ${kind} ${salt.toString('hex')} ${text}`));
  return { access: derive('access'), refresh: derive('refresh') };
}

/** The scope to give at the most. Throws invalid_scope for more than the client or the authorisation has. */
async function checkedScope({ env, client, parameters }: GrantCall, presented: Buffer): Promise<string> {
  const asked = parameters.optional('scope');
  const scope = grantedScope(client.scope, asked);
  if (asked === undefined) return scope;
  const token = await findRefreshToken(env.db, presented);
  // A token that is not this client’s is refused as such later on.
  return token?.client_id === client.id ? grantedScope(token.scope, scope) : scope;
}

/** What becomes of a refresh token that was not there to be used up. */
async function retry({ env, client }: GrantCall, text: string, now: number): Promise<TokenAnswer> {
  const unusable = new TokenError('invalid_grant', 'refresh_token is unknown, expired or revoked');
  const token = await findRefreshToken(env.db, hashToken(text));
  if (!token || token.client_id !== client.id || !token.counts) throw unusable;
  if (token.expires_at <= now || token.rotated_at === null) throw unusable;
  if (token.successor_salt === null || now - token.rotated_at > GRACE_MS) {
    await env.db.transaction(async (tx) => {
      await revokeFamily(tx, token.family_id, now);
      await env.revocations.announce(tx, 'any');
    });
    throw new TokenError(
      'invalid_grant',
      'refresh_token was used before; the authorisation has been revoked',
    );
  }
  const { access, refresh } = deriveSuccessors(env, text, token.successor_salt);
  const issued = await findIssued(env.db, access.hash, token.family_id, now);
  if (!issued) throw unusable;
  // Letter by letter what the first call was told.
  return tokenAnswer(access, (issued.expires_at - issued.created_at) / 1000, issued.scope, refresh);
}
