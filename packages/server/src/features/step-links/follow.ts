import type { Environment } from '../../environment.ts';
import { untilWoken } from '../../http/index.ts';
import { openStepLink, readLinkedStep } from './answer.ts';

/** As a long poll of ours: proxies cut off what says nothing for a minute. */
const WAIT_MS = 25_000;
/** A wake-up may be lost. */
const LOOK_MS = 5_000;

/**
 * Waits until it is the turn of the step of a link, or it never will be: until its status or that of its transaction is
 * another than that of a step that waits. Woken by the log of the binder; gives the step as it is after 25 seconds at the latest.
 * Throws invalid token as soon as the link opens nothing any more.
 */
export async function followLinkedStep(env: Environment, token: string, caller: AbortSignal) {
  const deadline = performance.now() + WAIT_MS;
  for (;;) {
    const link = await openStepLink(env, token);
    const looking = new AbortController();
    const left = deadline - performance.now();
    // Listened to before it is looked at, so that nothing comes between.
    const woken = untilWoken(
      env,
      link.binder_id,
      Math.max(0, Math.min(left, LOOK_MS)),
      AbortSignal.any([caller, looking.signal]),
    );
    try {
      const seen = await readLinkedStep(env, link);
      const isWaiting =
        seen.step.status === 'waiting' && seen.transaction.is_active && !seen.transaction.outcome;
      if (!isWaiting || left <= 0 || caller.aborted || env.closing.aborted) return seen;
      await woken;
    } finally {
      looking.abort();
    }
  }
}
