import type { Environment } from '../environment/environment.ts';
import { withoutSlot } from '../limits/call-class.ts';

export interface PollOptions {
  topic: string;
  waitMs: number;
  /** Wake-ups can be lost, so `check` also runs at this interval. */
  pollMs: number;
  caller?: AbortSignal;
}

export async function longPoll<T>(
  env: Pick<Environment, 'bus' | 'closing'>,
  { topic, waitMs, pollMs, caller }: PollOptions,
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const left = deadline - performance.now();
    const waitEnd = new AbortController();
    const signals = [env.closing, waitEnd.signal, ...(caller ? [caller] : [])];
    const wakeUp = untilWoken(env.bus, topic, Math.max(0, Math.min(left, pollMs)), AbortSignal.any(signals));
    try {
      const result = await check();
      if (result !== undefined || left <= 0 || caller?.aborted || env.closing.aborted) return result;
      await withoutSlot(wakeUp);
    } finally {
      waitEnd.abort();
    }
  }
}

function untilWoken(
  bus: Environment['bus'],
  topic: string,
  milliseconds: number,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      unsubscribe();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    const unsubscribe = bus.subscribe(topic, end);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}
