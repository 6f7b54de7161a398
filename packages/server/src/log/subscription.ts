import type { Database } from '../storage/database.ts';
import type { LogBus } from './bus.ts';
import { pollerOf } from './poller.ts';

/** Where logs are read, and what wakes who waits for them. */
export interface LogSource {
  db: Pick<Database, 'query'>;
  bus: LogBus;
}

/** Waits for a log to grow, again and again. */
export interface LogSubscription {
  /** To be called before each read of the log: what is written from then on ends the next wait. */
  reset(): void;
  /** Ends when the log has grown since `arm` or beyond `seen`, or `signal` aborts. It may also end for nothing. */
  wait(seen: number): Promise<void>;
  /** Stops listening. */
  end(): void;
}

/** Listens for growth of a binder's log, until `end` is called: by the bus, and by looking where that is silent. */
export function subscribeToLog(
  { db, bus }: LogSource,
  binderId: string,
  signal: AbortSignal,
): LogSubscription {
  let rang = false;
  let wakeUp: (() => void) | undefined;
  const ring = () => {
    rang = true;
    wakeUp?.();
  };
  const unsubscribe = bus.subscribe(binderId, ring);
  signal.addEventListener('abort', ring);
  return {
    reset() {
      rang = signal.aborted;
    },
    async wait(seen) {
      if (rang) return;
      const leave = pollerOf(db).add({ binderId, seen, wake: ring });
      await new Promise<void>((resolve) => {
        wakeUp = resolve;
      });
      wakeUp = undefined;
      leave();
    },
    end() {
      unsubscribe();
      signal.removeEventListener('abort', ring);
    },
  };
}
