import type { Actor } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { invalidToken } from '../../errors.ts';
import { addressKey, createCallLimit, type TokenDirectory } from '../../http/index.ts';

/** New connections of one address in a minute: an office behind one address, all coming back at once. */
const MAX_CONNECTIONS_PER_MINUTE = 6_000;
/** There is no answer whose headers could tell what is left. */
export const noHeaders = { header() {} };

/** Who may open a WebSocket. All channels of an environment count together. */
export interface ChannelAdmission {
  /** Counts a new connection. Throws 429 for too many of one address. */
  admitConnection(address: string): Promise<void>;
  /** Who a token stands for. Throws 401, and 429 for an address that tries out tokens. */
  authenticate(token: string, address: string): Promise<Actor>;
  /** Counts a refusal of an address that tries out what is no token. Throws 429 for too many. */
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
