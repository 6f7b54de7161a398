import { setTimeout as sleep } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Environment } from '../../environment/environment.ts';
import type { PeriodicJob } from '../../environment/periodic-jobs.ts';
import { createOutbound, type Outbound } from '../../outbound/index.ts';
import { pushToApps, type SendAll } from './app.ts';
import { pushToDevice } from './device.ts';
import {
  BATCH,
  claimDevicePushes,
  findNextPush,
  type QueuedPush,
  releasePush,
  releaseWithoutNews,
  renewClaim,
  unclaimPushes,
} from './queue.ts';
import { findDueReceivers } from './receivers.ts';
import { CONCURRENCY, MAX_ATTEMPTS, MAX_CALLS, TIMEOUT_MS } from './retries.ts';

const POLL_MS = 1_000;
const DEVICE_LANE = '';

export const pushes: PeriodicJob = {
  name: 'pushes',
  everyMs: 2_000,
  work: sendDue,
  findNext: ({ db }, now) => findNextPush(db, now),
};

/** One lane serves all devices, and one each client's app, so that a slow app does not delay others. */
async function sendDue(env: Environment, onItemFailure?: (error: unknown) => void): Promise<void> {
  const lanes = new Map<string, Promise<void>>();
  const failures: unknown[] = [];
  const calls = pLimit(MAX_CALLS);
  const start = (lane: string) => {
    if (lanes.has(lane) || env.closing.aborted) return;
    const run = sendLane(env, lane, calls, onItemFailure)
      .catch((error) => failures.push(error))
      .then(() => {
        lanes.delete(lane);
      });
    lanes.set(lane, run);
  };
  let areDone = false;
  while (!areDone) {
    for (const lane of [DEVICE_LANE, ...(await findDueReceivers(env.db, env.clock.now()))]) start(lane);
    const all = Promise.all(lanes.values()).then(() => true);
    areDone = await Promise.race([all, sleep(POLL_MS, false, { ref: false })]);
  }
  if (failures.length > 0) throw failures[0];
}

async function sendLane(
  env: Environment,
  lane: string,
  calls: LimitFunction,
  onItemFailure?: (error: unknown) => void,
): Promise<void> {
  const { pushPrivateNetwork } = env.config;
  const outbound = createOutbound({ allowsHttp: pushPrivateNetwork, timeoutMs: TIMEOUT_MS });
  const limit = pLimit(CONCURRENCY);
  const sendAll = async <P extends QueuedPush>(due: readonly P[], send: (push: P) => Promise<void>) => {
    await Promise.all(
      due.map((push) =>
        limit(async () => {
          let claimed = push;
          const sendClaimed = async () => {
            const renewed = await renewClaim(env.db, push, env.clock.now());
            if (!renewed) return;
            claimed = renewed;
            await send(renewed);
          };
          try {
            if (env.closing.aborted) return await unclaimPushes(env.db, [push], () => env.clock.now());
            // Devices bypass the limit for apps, so slow apps do not delay devices.
            await (lane === DEVICE_LANE ? sendClaimed() : calls(sendClaimed));
          } catch (error) {
            onItemFailure?.(error);
            env.log.warn({ err: error, job: pushes.name, attempts: push.attempts }, 'push: not sent');
            // An unreleased push is sent again when its claim expires.
            if (push.attempts >= MAX_ATTEMPTS) await releasePush(env.db, claimed);
          }
        }),
      ),
    );
  };
  try {
    if (lane === DEVICE_LANE) await pushToDevices(env, outbound, sendAll);
    else await pushToApps(env, outbound, lane, sendAll);
  } finally {
    await outbound.close();
  }
}

async function pushToDevices(env: Environment, outbound: Outbound, sendAll: SendAll): Promise<void> {
  while (!env.closing.aborted) {
    const now = env.clock.now();
    const due = await claimDevicePushes(env.db, now);
    if (due.length === 0) return;
    const unread = await releaseWithoutNews(env.db, due, now);
    unread.sort((a, b) => a.was_due_at - b.was_due_at);
    await unclaimPushes(env.db, unread.slice(BATCH), (push) => push.was_due_at);
    await sendAll(unread.slice(0, BATCH), (push) => pushToDevice(env, outbound, push));
  }
}
