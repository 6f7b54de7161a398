import pLimit from 'p-limit';
import type { Actor } from '../../access/index.ts';
import type { Environment } from '../../environment.ts';
import { ApiError, invalidToken } from '../../errors.ts';
import { addressKey, createCallLimit, type TokenDirectory } from '../../http/index.ts';
import { type CallerCounts, callerKey, createCallerCounts } from './caller-counts.ts';
import { type Channels, createChannels } from './channels.ts';
import { createFollowedLists } from './ephemeral/followed-lists.ts';
import { createPresence, type Presence } from './ephemeral/presence.ts';
import type { RealtimeMetrics } from './metrics.ts';
import { publishReadMarks } from './read-marks.ts';
import { createSelfFeed, type SelfFeed } from './self/feed.ts';
import type { Session } from './session.ts';

/** New connections of one address in a minute: an office behind one address, all coming back at once. */
const MAX_CONNECTIONS_PER_MINUTE = 6_000;
/** Access checks at a time, when all come back at once. */
const MAX_CONCURRENT_DOORS = 8;
/** There is no answer whose headers could tell what is left. */
const noHeaders = { header() {} };

/** What the connections of one environment have in common. */
export interface Hub {
  env: Environment;
  tokens: TokenDirectory;
  channels: Channels;
  presence: Presence;
  self: SelfFeed;
  callers: CallerCounts;
  metrics: RealtimeMetrics;
  withDoorPermit<T>(work: () => Promise<T>): Promise<T>;
  /** Nobody is told of anything any more. */
  end(): void;
  /** Counts a new connection. Throws 429 for too many of one address. */
  admitConnection(address: string): Promise<void>;
  /** Who a token stands for. Throws 401, and 429 for an address that tries out tokens. */
  authenticate(token: string, address: string): Promise<Actor>;
  /** Counts a subscription. Throws 429 for too many of one caller. */
  admitSubscription(actor: Actor): Promise<void>;
  /** A line in the log for a connection that ended, without anything secret. */
  logClosed(session: Session, code: number, milliseconds: number): void;
  /** Logs what made a subscription fail, unless it is a refusal like any other. */
  logRefusal(error: unknown): void;
}

/** Makes what the connections of an environment share. */
export function createHub(env: Environment, tokens: TokenDirectory, metrics: RealtimeMetrics): Hub {
  const { callsPerMinute } = env.config;
  const connections = createCallLimit(
    'new connections',
    Math.max(MAX_CONNECTIONS_PER_MINUTE, callsPerMinute),
    env.redis,
  );
  const refusals = createCallLimit('refused connections', callsPerMinute, env.redis);
  const subscriptions = createCallLimit('subscriptions', callsPerMinute, env.redis);
  const withDoorPermit = pLimit(MAX_CONCURRENT_DOORS);
  const lists = createFollowedLists();
  const presence = createPresence(env.redis, lists);
  const self = createSelfFeed(env, withDoorPermit, lists, presence.introduce);
  const endReadMarks = publishReadMarks(env, presence);
  return {
    env,
    tokens,
    channels: createChannels(env, metrics.countEntriesSent),
    presence,
    self,
    callers: createCallerCounts(),
    metrics,
    withDoorPermit,
    end() {
      self.end();
      endReadMarks();
    },
    admitConnection: (address) => connections.take(addressKey(address), noHeaders),
    admitSubscription: (actor) => subscriptions.take(callerKey(actor), noHeaders),
    async authenticate(token, address) {
      const key = addressKey(address);
      if (!tokens.hasCounted(token)) await refusals.check(key, noHeaders);
      const actor = await tokens.find(token);
      if (actor) return actor;
      await refusals.take(key, noHeaders);
      throw invalidToken('the access token is unknown, expired or revoked');
    },
    logClosed({ id: session_id, actor }, code, milliseconds) {
      const who = { session_id, user_id: actor.userId, client_id: actor.clientId };
      env.log.info({ ...who, code, ms: Math.round(milliseconds) }, 'realtime connection closed');
    },
    logRefusal(error) {
      if (error instanceof ApiError && error.status < 500) return;
      env.log.warn({ err: error }, 'a subscription failed');
    },
  };
}
