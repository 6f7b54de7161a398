import type { Actor } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { invalidToken } from '../../errors.ts';
import { addressKey, createCallLimit, type TokenDirectory } from '../../http/index.ts';

/** Per IP address. All clients of an office may reconnect from one address. */
const MAX_CONNECTIONS_PER_MINUTE = 6_000;
/** For rate limits. A WebSocket has no response headers. */
export const noHeaders = { header() {} };

export interface ChannelAdmission {
  admitConnection(address: string): Promise<void>;
  authenticate(token: string, address: string): Promise<Actor>;
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
      if (!tokens.wasValid(token)) await refusals.check(key, noHeaders);
      const actor = await tokens.find(token);
      if (actor) return actor;
      await refusals.take(key, noHeaders);
      throw invalidToken('the access token is unknown, expired or revoked');
    },
    countRefusal: (address) => refusals.take(addressKey(address), noHeaders),
  };
}
