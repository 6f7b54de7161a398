import type { Environment } from '../environment.ts';

/** Waits for a wake-up, which may be lost, or a time in milliseconds, or until the server stops or the caller is gone. */
export function untilWoken(
  { bus, closing }: Pick<Environment, 'bus' | 'closing'>,
  topic: string,
  milliseconds: number,
  caller?: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const signals = caller ? [closing, caller] : [closing];
    const end = () => {
      clearTimeout(timer);
      unsubscribe();
      for (const signal of signals) signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    const unsubscribe = bus.subscribe(topic, end);
    for (const signal of signals) signal.addEventListener('abort', end);
    if (signals.some(({ aborted }) => aborted)) end();
  });
}
