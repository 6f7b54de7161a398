import pLimit from 'p-limit';
import type { Actor } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { ApiError } from '../../errors.ts';
import { createCallLimit, type TokenDirectory } from '../../http/index.ts';
import { type ChannelAdmission, createChannelAdmission, noHeaders } from './admission.ts';
import { type CallerCounts, callerKey, createCallerCounts } from './caller-counts.ts';
import { type Channels, createChannels } from './channels.ts';
import { createFollowedLists } from './ephemeral/followed-lists.ts';
import { createPresence, type Presence } from './ephemeral/presence.ts';
import type { RealtimeMetrics } from './metrics.ts';
import { publishReadMarks } from './read-marks.ts';
import type { Session } from './session.ts';
import { createUserFeed, type UserFeed } from './user-channel/feed.ts';

const MAX_CONCURRENT_ACCESS_CHECKS = 8;

export interface Hub extends ChannelAdmission {
  env: Environment;
  tokens: TokenDirectory;
  channels: Channels;
  presence: Presence;
  self: UserFeed;
  callers: CallerCounts;
  metrics: RealtimeMetrics;
  limitAccessChecks<T>(work: () => Promise<T>): Promise<T>;
  end(): void;
  admitSubscription(actor: Actor): Promise<void>;
  logClosed(session: Session, code: number, milliseconds: number): void;
  logRefusal(error: unknown): void;
}

export function createHub(env: Environment, tokens: TokenDirectory, metrics: RealtimeMetrics): Hub {
  const { callsPerMinute } = env.config;
  const subscriptions = createCallLimit('subscriptions', callsPerMinute, env.redis);
  const limitAccessChecks = pLimit(MAX_CONCURRENT_ACCESS_CHECKS);
  const lists = createFollowedLists();
  const presence = createPresence(env.redis, lists);
  const self = createUserFeed(env, limitAccessChecks, lists, presence.introduce);
  const endReadMarks = publishReadMarks(env, presence);
  return {
    env,
    tokens,
    channels: createChannels(env, metrics.countEntriesSent),
    presence,
    self,
    callers: createCallerCounts(),
    metrics,
    limitAccessChecks,
    end() {
      self.end();
      endReadMarks();
    },
    ...createChannelAdmission(env, tokens),
    admitSubscription: (actor) => subscriptions.take(callerKey(actor), noHeaders),
    logClosed({ id: session_id, actor }, code, milliseconds) {
      const who = { session_id, user_id: actor.userId, client_id: actor.clientId };
      env.log.info({ ...who, code, ms: Math.round(milliseconds) }, 'realtime: connection closed');
    },
    logRefusal(error) {
      if (error instanceof ApiError && error.status < 500) return;
      env.log.warn({ err: error }, 'realtime: subscription failed');
    },
  };
}
