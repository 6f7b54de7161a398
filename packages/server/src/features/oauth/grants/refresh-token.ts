import { grantedScope } from '../scope.ts';
import { TokenError } from '../token-error.ts';
import { mintToken, REFRESH_TOKEN_MS, tokenAnswer } from '../tokens/issue.ts';
import { hashToken } from '../tokens/token-format.ts';
import type { Grant, GrantCall } from './grant.ts';
import {
  findRefreshToken,
  issueInFamily,
  type RefreshIssue,
  revokeFamily,
  rotate,
} from './refresh-token-queries.ts';

/** A token rotated this recently may be presented again: the answer to the first call may have been lost on its way. */
const GRACE_MS = 10_000;

/**
 * A new access token and a new refresh token for a refresh token. The presented one is used up by one UPDATE. Presented
 * again after the grace, it was stolen or copied: everything that came of the same authorisation is revoked.
 */
export const refreshTokenGrant: Grant = async (call) => {
  const { env, client, parameters } = call;
  const presented = hashToken(parameters.required('refresh_token'));
  const now = env.clock.now();
  const seconds = env.config.accessTokenSeconds;
  const issue: RefreshIssue = {
    presented,
    clientId: client.id,
    access: mintToken(),
    refresh: mintToken(),
    scopeWords: (await checkedScope(call, presented)).split(' '),
    now,
    accessExpiresAt: now + seconds * 1000,
    refreshExpiresAt: now + REFRESH_TOKEN_MS,
  };
  const scope = (await rotate(env.db, issue)) ?? (await retry(call, issue));
  return tokenAnswer(issue.access, seconds, scope, issue.refresh);
};

/** The scope to give at the most. Throws invalid_scope for more than the client or the authorisation has. */
async function checkedScope({ env, client, parameters }: GrantCall, presented: Buffer): Promise<string> {
  const asked = parameters.optional('scope');
  const scope = grantedScope(client.scope, asked);
  if (asked === undefined) return scope;
  const token = await findRefreshToken(env.db, presented);
  // A token that is not this client’s is refused as such later on.
  return token?.client_id === client.id ? grantedScope(token.scope, scope) : scope;
}

/** What becomes of a refresh token that was not there to be used up. Gives the scope. */
async function retry({ env, client }: GrantCall, issue: RefreshIssue): Promise<string> {
  const unusable = new TokenError('invalid_grant', 'refresh_token is unknown, expired or revoked');
  const token = await findRefreshToken(env.db, issue.presented);
  if (!token || token.client_id !== client.id || !token.counts) throw unusable;
  if (token.expires_at <= issue.now || token.rotated_at === null) throw unusable;
  if (issue.now - token.rotated_at > GRACE_MS) {
    await env.db.transaction(async (tx) => {
      await revokeFamily(tx, token.family_id, issue.now);
      await env.revocations.announce(tx, 'any');
    });
    throw new TokenError(
      'invalid_grant',
      'refresh_token was used before; the authorisation has been revoked',
    );
  }
  const scope = await issueInFamily(env.db, issue, token.family_id);
  if (scope === undefined) throw unusable;
  return scope;
}
