import type { Actor } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { invalidToken } from '../../errors.ts';
import { addressKey, createCallLimit, type TokenDirectory } from '../../http/index.ts';

/** New connections per address and minute. Fits an office behind one address that reconnects at once. */
const MAX_CONNECTIONS_PER_MINUTE = 6_000;
/** A WebSocket has no response headers for rate limits. */
export const noHeaders = { header() {} };

/** Admits WebSockets. All channels of an environment count together. */
export interface ChannelAdmission {
  /** Counts a new connection. Throws 429 above the address's limit. */
  admitConnection(address: string): Promise<void>;
  /** Resolves a token. Throws 401, and 429 for an address that tries too many tokens. */
  authenticate(token: string, address: string): Promise<Actor>;
  /** Counts a failed authentication. Throws 429 above the address's limit. */
  countRefusal(address: string): Promise<void>;
}

export function createChannelAdmission(env: Environment, tokens: TokenDirectory): ChannelAdmission {
  const { callsPerMinute } = env.config;
  const most = Math.max(MAX_CONNECTIONS_PER_MINUTE, callsPerMinute);
  const connections = createCallLimit('new connections', most, env.redis);
  const refusals = createCallLimit('refused connections', callsPerMinute, env.redis);
  return {
    admitConnection: (address) => connections.take(addressKey(address), noHeaders),
    async authenticate(token, address) {
      const key = addressKey(address);
      if (!tokens.hasCounted(token)) await refusals.check(key, noHeaders);
      const actor = await tokens.find(token);
      if (actor) return actor;
      await refusals.take(key, noHeaders);
      throw invalidToken('the access token is unknown, expired or revoked');
    },
    countRefusal: (address) => refusals.take(addressKey(address), noHeaders),
  };
}
