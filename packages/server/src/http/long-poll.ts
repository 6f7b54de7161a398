import type { Environment } from '../environment/environment.ts';
import { withoutSlot } from '../limits/call-class.ts';

export interface PollOptions {
  topic: string;
  waitMs: number;
  /** Maximum interval of checks, because wake-ups can be lost. */
  pollMs: number;
  caller?: AbortSignal;
}

/**
 * Subscribes before each check, so no wake-up is missed.
 *
 * @param look resolves with undefined to continue
 */
export async function longPoll<T>(
  env: Pick<Environment, 'bus' | 'closing'>,
  { topic, waitMs, pollMs, caller }: PollOptions,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const left = deadline - performance.now();
    const looking = new AbortController();
    const signals = [env.closing, looking.signal, ...(caller ? [caller] : [])];
    const woken = untilWoken(env.bus, topic, Math.max(0, Math.min(left, pollMs)), AbortSignal.any(signals));
    try {
      const result = await look();
      if (result !== undefined || left <= 0 || caller?.aborted || env.closing.aborted) return result;
      await withoutSlot(woken);
    } finally {
      looking.abort();
    }
  }
}

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
