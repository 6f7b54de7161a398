import type { Database } from '../storage/database.ts';
import type { LogBus } from './bus.ts';
import { binderPollerOf, type SequencePoller } from './poller.ts';

export interface LogSource {
  db: Pick<Database, 'query'>;
  bus: LogBus;
}

export interface LogSubscription {
  /** Call before each read, so that later entries end the wait. */
  reset(): void;
  /** Resolves when the log has grown since `reset` or beyond `seen`, or when `signal` aborts. */
  waitForEntries(seen: number): Promise<void>;
  close(): void;
}

export function subscribe(
  { bus, poller }: { bus: LogBus; poller: SequencePoller },
  key: string,
  signal: AbortSignal,
): LogSubscription {
  let isWoken = false;
  let resolveWait: (() => void) | undefined;
  const wake = () => {
    isWoken = true;
    resolveWait?.();
  };
  const unsubscribe = bus.subscribe(key, wake);
  signal.addEventListener('abort', wake);
  return {
    reset() {
      isWoken = signal.aborted;
    },
    async waitForEntries(seen) {
      if (isWoken) return;
      const leave = poller.add({ key, seen, wake });
      await new Promise<void>((resolve) => {
        resolveWait = resolve;
      });
      resolveWait = undefined;
      leave();
    },
    close() {
      unsubscribe();
      signal.removeEventListener('abort', wake);
    },
  };
}

export function subscribeToLog(
  { db, bus }: LogSource,
  binderId: string,
  signal: AbortSignal,
): LogSubscription {
  return subscribe({ bus, poller: binderPollerOf(db) }, binderId, signal);
}
