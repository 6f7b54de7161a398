import { randomBytes } from 'node:crypto';
import type { Environment } from '../../../environment/environment.ts';
import { createBatcher, type Submit } from '../../../storage/batcher.ts';
import { grantedScope } from '../scope.ts';
import { TokenError } from '../token-error.ts';
import { keyOf } from '../tokens/directory.ts';
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
/** Of one client, for its statement; whoever comes then is told 503. */
const MAX_WAITING = 1_000;

/**
 * A new access token and a new refresh token for a refresh token, which one UPDATE uses up. Presented again within the
 * grace, it gives the same two: they are derived from it, so a retry is answered without their being kept, and a family
 * never forks. Presented after the grace, or after its successor was used, it was stolen or copied: everything that came
 * of the same authorisation is revoked.
 */
export function createRefreshTokenGrant(env: Environment): Grant {
  const submit = createRotation(env);
  return async (call) => {
    const { client, parameters } = call;
    const text = parameters.required('refresh_token');
    const presented = hashToken(text);
    const salt = randomBytes(SALT_BYTES);
    const { access, refresh } = deriveSuccessors(env, text, salt);
    const asked = await checkedScope(call, presented);
    const scope = await submit(client.id, { presented, salt, access, refresh, scope: asked });
    if (scope === undefined) return retry(call, text, env.clock.now());
    return tokenAnswer(access, env.config.accessTokenSeconds, scope, refresh);
  };
}

/**
 * Rotations of a client that wait for the database at the same time are one statement: the round trip costs the process
 * more than all the rest of a refresh. The outcome is the scope; undefined for a token that was not there to be used up.
 */
function createRotation(env: Environment): Submit<RefreshIssue, string | undefined> {
  const work = async (clientId: string, issues: RefreshIssue[]) => {
    const now = env.clock.now();
    // Presented twice at once, a token is used by the first, and the others are retries of it.
    const first = new Map<string, RefreshIssue>();
    for (const issue of issues) {
      const key = keyOf(issue.presented);
      if (!first.has(key)) first.set(key, issue);
    }
    const scopes = await rotate(env.db, clientId, [...first.values()], {
      now,
      accessExpiresAt: now + env.config.accessTokenSeconds * 1000,
      refreshExpiresAt: now + REFRESH_TOKEN_MS,
    });
    return issues.map(({ access }) => scopes.get(keyOf(access.hash)));
  };
  return createBatcher(work, { maxWaiting: MAX_WAITING });
}

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
