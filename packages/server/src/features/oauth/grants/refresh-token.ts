import { grantedScope } from '../scope.ts';
import { TokenError } from '../token-error.ts';
import { mintToken, REFRESH_TOKEN_MS, tokenAnswer } from '../tokens/issue.ts';
import { hashToken } from '../tokens/text.ts';
import type { Grant } from './grant.ts';
import { findRefreshToken, issueInFamily, revokeFamily, rotate } from './refresh-token-queries.ts';

/** A token rotated this recently may be presented again: the answer to the first call may have been lost on its way. */
const GRACE_MS = 10_000;

/**
 * A new access token and a new refresh token for a refresh token. The presented one is used up by one UPDATE. Presented
 * again after the grace, it was stolen or copied: everything that came of the same authorisation is revoked.
 */
export const refreshTokenGrant: Grant = async ({ env, client, parameters, forgetTokens }) => {
  const presented = hashToken(parameters.required('refresh_token'));
  const askedScope = parameters.optional('scope');
  const now = env.clock.now();
  const seconds = env.config.accessTokenSeconds;
  const issue = {
    presented,
    clientId: client.id,
    access: mintToken(),
    refresh: mintToken(),
    now,
    accessExpiresAt: now + seconds * 1000,
    refreshExpiresAt: now + REFRESH_TOKEN_MS,
  };
  if (askedScope !== undefined) await checkScope();

  const scope = (await rotate(env.db, issue)) ?? (await retriedScope());
  return tokenAnswer(issue.access, seconds, scope, issue.refresh);

  async function checkScope(): Promise<void> {
    const token = await findRefreshToken(env.db, presented);
    // A refresh keeps the scope of the authorisation; asking for more is refused, asking for it again is fine.
    if (token) grantedScope(token.scope, askedScope);
  }

  async function retriedScope(): Promise<string> {
    const token = await findRefreshToken(env.db, presented);
    if (!token || token.client_id !== client.id || !token.counts || token.expires_at <= now) {
      throw new TokenError('invalid_grant', 'refresh_token is unknown, expired or revoked');
    }
    if (token.rotated_at !== null && now - token.rotated_at > GRACE_MS) {
      await revokeFamily(env.db, token.family_id, now);
      forgetTokens();
      throw new TokenError(
        'invalid_grant',
        'refresh_token was used before; the authorisation has been revoked',
      );
    }
    const reissued = await issueInFamily(env.db, issue, token.family_id);
    if (reissued === undefined)
      throw new TokenError('invalid_grant', 'refresh_token is unknown, expired or revoked');
    return reissued;
  }
};
