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

const GRACE_MS = 10_000;
const SALT_BYTES = 16;
const MAX_WAITING = 1_000;

/**
 * A retry within the grace period returns the same tokens, so that a token family never forks. Other reuse
 * indicates theft and revokes the family.
 */
export function createRefreshTokenGrant(env: Environment): Grant {
  const submit = createRotation(env);
  return async (call) => {
    const { client, parameters } = call;
    const text = parameters.required('refresh_token');
    const presented = hashToken(text);
    const salt = randomBytes(SALT_BYTES);
    const { access, refresh } = deriveSuccessors(env, text, salt);
    const requested = await checkedScope(call, presented);
    const scope = await submit(client.id, { presented, salt, access, refresh, scope: requested });
    if (scope === undefined) return retry(call, text, env.clock.now());
    return tokenAnswer(access, env.config.accessTokenSeconds, scope, refresh);
  };
}

function createRotation(env: Environment): Submit<RefreshIssue, string | undefined> {
  const work = async (clientId: string, issues: RefreshIssue[]) => {
    const now = env.clock.now();
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

function deriveSuccessors(env: Environment, text: string, salt: Buffer) {
  const derive = (kind: string) =>
    mintedToken(env.secrets.sign(`refreshed ${kind} ${salt.toString('hex')} ${text}`));
  return { access: derive('access'), refresh: derive('refresh') };
}

async function checkedScope({ env, client, parameters }: GrantCall, presented: Buffer): Promise<string> {
  const requested = parameters.optional('scope');
  const scope = grantedScope(client.scope, requested);
  if (requested === undefined) return scope;
  const token = await findRefreshToken(env.db, presented);
  return token?.client_id === client.id ? grantedScope(token.scope, scope) : scope;
}

async function retry({ env, client }: GrantCall, text: string, now: number): Promise<TokenAnswer> {
  const unusable = new TokenError('invalid_grant', 'refresh_token is unknown, expired or revoked');
  const token = await findRefreshToken(env.db, hashToken(text));
  if (!token || token.client_id !== client.id || !token.is_active) throw unusable;
  if (token.expires_at <= now || token.rotated_at === null) throw unusable;
  if (token.successor_salt === null || now - token.rotated_at > GRACE_MS) {
    await env.db.transaction(async (tx) => {
      await revokeFamily(tx, token.family_id, now);
      await env.revocations.announce(tx, 'any');
    });
    throw new TokenError(
      'invalid_grant',
      'refresh_token was used before; the authorisation has been revoked',
      { isReuse: true },
    );
  }
  const { access, refresh } = deriveSuccessors(env, text, token.successor_salt);
  const issued = await findIssued(env.db, access.hash, token.family_id, now);
  if (!issued) throw unusable;
  return tokenAnswer(access, (issued.expires_at - issued.created_at) / 1000, issued.scope, refresh);
}
