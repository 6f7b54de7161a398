import { openCatalogue } from '@ringbinder/locales';
import type { NotificationCall } from '@ringbinder/protocol';
import type { Environment } from '../../environment/environment.ts';
import { pageOrigin } from '../../environment/page-origin.ts';
import type { Outbound, OutboundOutcome } from '../../outbound/index.ts';
import { attemptResultOf, signedHeaders, toCallResult } from '../bots/index.ts';
import { decidePush, storeUnsent } from './decide.ts';
import { beginDelivery, dropDelivery, recordTry } from './deliveries.ts';
import {
  type AppPush,
  BATCH,
  claimAppPushes,
  type PushEnd,
  postponePush,
  type QueuedPush,
  releaseWithoutNews,
  settlePush,
  unclaimPushes,
} from './queue.ts';
import { findReceiver, type Receiver, recordFailure, recordSuccess, stopReceiver } from './receivers.ts';
import { MAX_ATTEMPTS, MAX_RETRY_MS, retryAfterOf, retryAt } from './retries.ts';
import { writePush } from './words.ts';

export type SendAll = <P extends QueuedPush>(
  due: readonly P[],
  send: (push: P) => Promise<void>,
) => Promise<void>;

/** After a failed request to the app, sends one at a time until a request succeeds. */
export async function pushToApps(
  env: Environment,
  outbound: Outbound,
  clientId: string,
  sendAll: SendAll,
): Promise<void> {
  for (;;) {
    const now = env.clock.now();
    const receiver = await findReceiver(env, clientId, now);
    if (!receiver || env.closing.aborted) return;
    const due = await claimAppPushes(env.db, clientId, now, receiver.failures > 0 ? 1 : BATCH);
    if (due.length === 0) return;
    const unread = await releaseWithoutNews(env.db, due, now);
    let pausedUntil = 0;
    await sendAll(unread, async (push) => {
      if (pausedUntil > env.clock.now()) return unclaimPushes(env.db, [push], () => pausedUntil);
      const until = await pushToApp(env, outbound, push, receiver);
      pausedUntil = Math.max(pausedUntil, until);
    });
  }
}

async function pushToApp(
  env: Environment,
  outbound: Outbound,
  push: AppPush,
  receiver: Receiver,
): Promise<number> {
  const decision = await decidePush(env, push);
  if (decision.kind !== 'now') {
    if (decision.kind !== 'later') await dropDelivery(env.db, push);
    await storeUnsent(env, push, decision);
    return 0;
  }
  const { recipient, items, end } = decision;
  const [{ type }] = items;
  const messageId = await beginDelivery(env, push, type, end);
  const { isContentFree } = recipient;
  const catalogue = await openCatalogue(recipient.language);
  const call: NotificationCall = {
    message_id: messageId,
    message_type: 'notification',
    client_id: push.client_id,
    org_id: push.org_id,
    user_id: push.user_id,
    unique_id: push.unique_id,
    ...(isContentFree ? {} : { binder_id: push.binder_id, kind: type }),
    ...writePush(items, pageOrigin(env), { isContentFree, catalogue }),
  };
  const body = JSON.stringify(call);
  const outcome = await outbound.post({
    url: receiver.url,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Ringbinder',
      ...signedHeaders(receiver.secrets, { messageId, body }, env.clock.now()),
    },
    body,
    allowsPrivate: env.config.pushPrivateNetwork,
  });
  return storeOutcome(env, push, { messageId, end, receiver }, outcome);
}

const GONE = 410;

async function storeOutcome(
  { db, clock, log }: Environment,
  push: AppPush,
  { messageId, end, receiver }: { messageId: string; end: PushEnd; receiver: Receiver },
  outcome: OutboundOutcome,
): Promise<number> {
  const now = clock.now();
  const { client_id: clientId } = push;
  const result = toCallResult(outcome);
  const { status } = result;
  if (attemptResultOf(result) === 'delivered') {
    await db.transaction(async (tx) => {
      await recordTry(tx, messageId, 'delivered', result, now);
      await settlePush(tx, push, end, now);
    });
    await recordSuccess(db, clientId, receiver.url);
    return 0;
  }
  log.warn(
    { job: 'pushes', client_id: clientId, status, attempts: push.attempts },
    'push: refused by the app of a client',
  );
  if (status === GONE) {
    return db.transaction(async (tx) => {
      const isGone = await stopReceiver(tx, clientId, receiver.url, now);
      await recordTry(tx, messageId, isGone ? 'dead' : 'pending', result, now);
      if (isGone) return Number.MAX_SAFE_INTEGER;
      await postponePush(tx, push, now, false);
      return 0;
    });
  }
  // `Retry-After` delays the push for up to a day, but pauses the app for at most MAX_RETRY_MS.
  const notBefore = Math.min(retryAfterOf(outcome, now), now + MAX_RETRY_MS);
  const pausedUntil = await recordFailure(db, { clientId, url: receiver.url, notBefore }, now);
  await db.transaction(async (tx) => {
    const isLast = push.attempts >= MAX_ATTEMPTS;
    await recordTry(tx, messageId, isLast ? 'dead' : 'pending', result, now);
    if (isLast) await settlePush(tx, push, end, now);
    else await postponePush(tx, push, Math.max(retryAt(push, outcome, now), pausedUntil), true);
  });
  return pausedUntil;
}
