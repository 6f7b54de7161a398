import type { Database } from '../storage/database.ts';
import type { LogBus } from './bus.ts';
import { binderPollerOf, type SequencePoller } from './poller.ts';

/** Where binder logs are read, and what wakes their readers. */
export interface LogSource {
  db: Pick<Database, 'query'>;
  bus: LogBus;
}

/** A reader's subscription to a log: tells when there may be something to read. */
export interface LogSubscription {
  /** To be called before each read of the log: what is written from then on ends the next wait. */
  reset(): void;
  /** Ends when the log has grown since `reset` or beyond `seen`, or `signal` aborts. It may also end early. */
  waitForEntries(seen: number): Promise<void>;
  /** Ends the subscription. */
  close(): void;
}

/**
 * Subscribes to a log until `close` is called: by the bus, which wakes at once, and by the poller, since a wake-up may be
 * lost.
 * @param key what the bus wakes and the poller asks for: the id of a binder, or of a bot's user
 */
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

/** Subscribes to the log of a binder. */
export function subscribeToLog(
  { db, bus }: LogSource,
  binderId: string,
  signal: AbortSignal,
): LogSubscription {
  return subscribe({ bus, poller: binderPollerOf(db) }, binderId, signal);
}
