import type { Environment } from '../../environment/environment.ts';
import { longPoll } from '../../http/index.ts';
import { openStepLink, readLinkedStep } from './answer.ts';

/** As a long poll of ours: proxies cut off what says nothing for a minute. */
const WAIT_MS = 25_000;
/** A wake-up may be lost. */
const LOOK_MS = 5_000;

/**
 * Waits until it is the turn of the step of a link, or it never will be, or until the people before it become unavailable or
 * available. Woken by the log of the binder; returns the step as it is after 25 seconds at the latest. Throws invalid token
 * as soon as the link opens nothing any more.
 */
export async function followLinkedStep(env: Environment, token: string, caller: AbortSignal) {
  const { binder_id: topic } = await openStepLink(env, token);
  let seen: Awaited<ReturnType<typeof readLinkedStep>> | undefined;
  await longPoll(env, { topic, waitMs: WAIT_MS, lookMs: LOOK_MS, caller }, async () => {
    const before = seen;
    seen = await readLinkedStep(env, await openStepLink(env, token));
    const { step, transaction } = seen;
    const isWaiting = step.status === 'waiting' && transaction.is_active && !transaction.outcome;
    const isSame = before === undefined || before.step.is_blocked === step.is_blocked;
    return isWaiting && isSame ? undefined : seen;
  });
  return seen;
}
