import type { Notification } from '@ringbinder/protocol';
import pLimit from 'p-limit';
import type { Environment } from '../../environment/environment.ts';
import type { PeriodicJob } from '../../environment/periodic-jobs.ts';
import { createOutbound, type Outbound, type OutboundOutcome } from '../../outbound/index.ts';
import { readRetryAfter } from '../bots/index.ts';
import { pageOrigin } from '../meets/index.ts';
import { findUnread, quietUntil, type Recipient, type UnreadNotification } from '../notifications/index.ts';
import { pushKey } from './key.ts';
import {
  claimPushes,
  type DuePush,
  findNextPush,
  postponeDevice,
  postponePush,
  releasePush,
  removeSubscription,
  settlePush,
} from './queue.ts';
import type { PushSubscription } from './subscriptions.ts';
import { type PushPayload, writeContentFreePush, writePush } from './words.ts';

const TIMEOUT_MS = 10_000;
const CONCURRENCY = 10;
/** Seconds for which a push service keeps a push for a device that is not connected. */
const TTL_SECONDS = 24 * 60 * 60;
const FIRST_RETRY_MS = 30_000;
const MAX_RETRY_MS = 60 * 60_000;
const MAX_RETRY_AFTER_MS = 24 * 60 * 60_000;
const MAX_ATTEMPTS = 10;

/** Sends due pushes. A push is repeated when the process dies before the outcome is stored; the device shows it once, by its tag. */
export const pushes: PeriodicJob = {
  name: 'pushes',
  everyMs: 2_000,
  work: sendDue,
  findNext: ({ db }, now) => findNextPush(db, now),
};

async function sendDue(env: Environment, onItemFailure?: (error: unknown) => void): Promise<void> {
  let due = await claimPushes(env.db, env.clock.now());
  if (due.length === 0) return;
  const { pushPrivateNetwork } = env.config;
  const outbound = createOutbound({ allowsHttp: pushPrivateNetwork, timeoutMs: TIMEOUT_MS });
  const limit = pLimit(CONCURRENCY);
  const send = async (push: DuePush) => {
    try {
      await sendPush(env, outbound, push);
    } catch (error) {
      onItemFailure?.(error);
      env.log.warn({ err: error, job: pushes.name, attempts: push.attempts }, 'push: not sent');
      // The end of the claim repeats it.
      if (push.attempts >= MAX_ATTEMPTS) await releasePush(env.db, push);
    }
  };
  try {
    while (due.length > 0) {
      await Promise.all(due.map((push) => limit(send, push)));
      due = await claimPushes(env.db, env.clock.now());
    }
  } finally {
    await outbound.close();
  }
}

async function sendPush(env: Environment, outbound: Outbound, push: DuePush): Promise<void> {
  const now = env.clock.now();
  const { user_id: userId, binder_id: binderId } = push;
  const { recipient, unread } = await findUnread(env.db, userId, binderId, now);
  const fresh = unread.filter((each) => isNew(each, push));
  const shown = fresh.filter(
    ({ item: { type } }) =>
      recipient.settings.kinds.includes(type) && (type === 'mention' || !recipient.isMuted),
  );
  const [first, ...others] = shown.map(({ item }) => item);
  if (!first) return releasePush(env.db, push);
  const sent = {
    messageId: Math.max(
      0,
      ...fresh.map(({ item }) => (item.type === 'messages' ? (item.message?.id ?? 0) : 0)),
    ),
    activityId: Math.max(0, ...fresh.map(({ activityId }) => activityId)),
  };
  const isWanted = recipient.settings.push === 'at_once' && recipient.isEnabled && !recipient.isDoNotDisturb;
  if (!isWanted) return settlePush(env.db, push, sent, now);
  const { quiet_hours: quietHours } = recipient.settings;
  const quietEnd = quietHours ? quietUntil(quietHours, now, recipient.timezone) : undefined;
  if (quietEnd !== undefined) return postponePush(env.db, push, quietEnd, false);
  const outcome = await deliver(env, outbound, push, payloadOf(env, recipient, [first, ...others]));
  await storeOutcome(env, push, outcome, sent);
}

/** Whether the device has not been notified of it yet. Events before its subscription are not new. */
function isNew({ item, activityId }: UnreadNotification, push: DuePush): boolean {
  if (item.time < push.subscribed_at) return false;
  return item.type === 'messages'
    ? (item.message?.id ?? 0) > push.sent_message_id
    : activityId > push.sent_activity_id;
}

function payloadOf(
  env: Environment,
  { isContentFree }: Recipient,
  items: readonly [Notification, ...Notification[]],
): PushPayload {
  const origin = pageOrigin(env);
  return isContentFree ? writeContentFreePush(origin) : writePush(items, origin);
}

async function deliver(
  env: Environment,
  outbound: Outbound,
  push: DuePush,
  payload: PushPayload,
): Promise<OutboundOutcome> {
  const { default: webPush } = await import('web-push');
  const keys = JSON.parse(env.secrets.open(push.keys_sealed)) as PushSubscription['keys'];
  const { endpoint, headers, body } = webPush.generateRequestDetails(
    { endpoint: push.endpoint, keys },
    JSON.stringify(payload),
    {
      vapidDetails: { subject: subjectOf(env), ...(await pushKey(env)) },
      TTL: TTL_SECONDS,
      // A later push replaces one that the push service still has.
      topic: payload.tag,
      contentEncoding: 'aes128gcm',
    },
  );
  return outbound.post({
    url: endpoint,
    headers: headers as Record<string, string>,
    body,
    allowsPrivate: env.config.pushPrivateNetwork,
  });
}

/** How the operator of a push service reaches ours. */
function subjectOf({ config }: Environment): string {
  if (config.publicUrl.startsWith('https://')) return config.publicUrl;
  return `mailto:${/<([^>]+)>/.exec(config.mailFrom)?.[1] ?? config.mailFrom}`;
}

async function storeOutcome(
  env: Environment,
  push: DuePush,
  outcome: OutboundOutcome,
  sent: { messageId: number; activityId: number },
): Promise<void> {
  const now = env.clock.now();
  const status = outcome.kind === 'answered' ? outcome.status : 0;
  if (status === 404 || status === 410) return removeSubscription(env.db, push.subscription_id);
  if (status >= 200 && status < 300) return settlePush(env.db, push, sent, now);
  const isTemporary = status === 0 || status === 408 || status === 429 || status >= 500;
  env.log.warn({ job: pushes.name, status, attempts: push.attempts }, 'push: refused by the push service');
  if (!isTemporary || push.attempts >= MAX_ATTEMPTS) return settlePush(env.db, push, sent, now);
  const retryAfter = outcome.kind === 'answered' ? readRetryAfter(outcome.retryAfter, now) : undefined;
  const delay = Math.min(FIRST_RETRY_MS * 2 ** (push.attempts - 1), MAX_RETRY_MS);
  const until = now + Math.max(delay, Math.min(retryAfter ?? 0, MAX_RETRY_AFTER_MS));
  await postponePush(env.db, push, until, true);
  await postponeDevice(env.db, push.subscription_id, until);
}
