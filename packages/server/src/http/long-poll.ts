import type { Environment } from '../environment/environment.ts';
import { withoutSlot } from '../limits/call-class.ts';

/** How long a poll goes on, in milliseconds, and who waits for it. */
export interface PollOptions {
  /** What the bus wakes it by. */
  topic: string;
  waitMs: number;
  /** A wake-up may be lost: it looks again after this time at the latest. */
  lookMs: number;
  /** Aborted once the caller is gone. */
  caller?: AbortSignal;
}

/**
 * Looks until there is something, for as long as it may, or until the caller is gone or the server stops. It listens before
 * it looks, so that nothing comes between.
 * @param look gives undefined where there is nothing yet; what it throws is thrown
 */
export async function longPoll<T>(
  env: Pick<Environment, 'bus' | 'closing'>,
  { topic, waitMs, lookMs, caller }: PollOptions,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const left = deadline - performance.now();
    const looking = new AbortController();
    const signals = [env.closing, looking.signal, ...(caller ? [caller] : [])];
    const woken = untilWoken(env.bus, topic, Math.max(0, Math.min(left, lookMs)), AbortSignal.any(signals));
    try {
      const found = await look();
      if (found !== undefined || left <= 0 || caller?.aborted || env.closing.aborted) return found;
      await withoutSlot(woken);
    } finally {
      looking.abort();
    }
  }
}

/** Waits for a wake-up, or a time in milliseconds, or until it is ended. */
function untilWoken(
  bus: Environment['bus'],
  topic: string,
  milliseconds: number,
  ending: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      unsubscribe();
      ending.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    const unsubscribe = bus.subscribe(topic, end);
    ending.addEventListener('abort', end);
    if (ending.aborted) end();
  });
}
