import type { Actor } from '../../../access/index.ts';
import type { Environment } from '../../../environment/environment.ts';
import type { TokenDirectory } from '../../../http/index.ts';
import type { TokenCache } from './cache.ts';
import { createCallerWatch } from './caller-watch.ts';
import { findTokenHolder } from './queries.ts';
import { hashToken } from './token-format.ts';

const MAX_TOKEN_LENGTH = 512;

export function createTokenDirectory(env: Environment, cache: TokenCache): TokenDirectory {
  const watch = createCallerWatch(env);

  async function look(hash: Buffer): Promise<Actor | null> {
    const key = keyOf(hash);
    const epoch = cache.epoch();
    const row = await findTokenHolder(env.db, hash, env.clock.now());
    if (!row) {
      cache.discard(key);
      return null;
    }
    const actor: Actor = {
      userId: row.user_id,
      orgId: row.org_id,
      partnerId: row.partner_id,
      clientId: row.client_id,
      isBot: row.is_bot,
      isOrgAdmin: row.role === 'admin',
      isPartnerAdmin: row.is_partner_admin,
      mayWrite: [row.scope, row.client_scope].every((scope) => scope.split(' ').includes('write')),
    };
    cache.put(key, actor, row.expires_at, epoch);
    return actor;
  }

  return {
    watch(token, binderId, graceMs = 0) {
      const hash = hashToken(token);
      const key = keyOf(hash);
      const actor = cache.get(key);
      const expiresAt = cache.expiresAt(key);
      const identity = actor && expiresAt !== undefined ? { userId: actor.userId, expiresAt } : undefined;
      return watch({ hash, key, binderId, graceMs, identity });
    },
    wasValid: (token) => cache.wasValid(keyOf(hashToken(token))),
    async find(token) {
      if (token.length > MAX_TOKEN_LENGTH) return null;
      const hash = hashToken(token);
      return cache.get(keyOf(hash)) ?? look(hash);
    },
    async prove(token) {
      return token.length > MAX_TOKEN_LENGTH ? null : look(hashToken(token));
    },
  };
}

export function keyOf(hash: Buffer): string {
  return hash.toString('base64');
}
