import type { Logger } from 'pino';

interface StoppablePart {
  name: string;
  reservedMs: number;
  stop(allowedMs: number): Promise<void>;
}

export interface Shutdown {
  add(name: string, stop: StoppablePart['stop'], reservedMs?: number): void;
  markUnstopped(name: string): void;
  /** Idempotent. Resolves to the parts that did not stop in time. */
  run(): Promise<string[]>;
}

const MIN_STOP_MS = 100;

export function createShutdown(timeoutMs: number, log: Logger): Shutdown {
  const parts: StoppablePart[] = [];
  const unstopped: string[] = [];
  let running: Promise<string[]> | undefined;

  async function stopAll(): Promise<string[]> {
    const deadline = performance.now() + timeoutMs;
    for (let part = parts.pop(); part; part = parts.pop()) {
      const reserved = parts.reduce((sum, { reservedMs }) => sum + reservedMs, 0);
      const allowedMs = Math.max(MIN_STOP_MS, deadline - performance.now() - reserved);
      if (!(await stopsWithin(part.stop(allowedMs), part.name, allowedMs))) unstopped.push(part.name);
    }
    return unstopped;
  }

  async function stopsWithin(stopped: Promise<void>, name: string, ms: number): Promise<boolean> {
    const { promise: late, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), ms);
    const ended = stopped
      .catch((error) => log.error({ err: error }, `${name}: did not stop cleanly`))
      .then(() => true);
    return Promise.race([ended, late]).finally(() => clearTimeout(timer));
  }

  return {
    add: (name, stop, reservedMs = 0) => void parts.push({ name, stop, reservedMs }),
    markUnstopped: (name) => void unstopped.push(name),
    run() {
      running ??= stopAll();
      return running;
    },
  };
}
