import type { Logger } from 'pino';

/** One part of the service that runs, and how it is ended. */
interface StoppablePart {
  name: string;
  /** Milliseconds of the deadline that are kept for it. */
  reservedMs: number;
  /** @param allowedMs how long it may take; what takes longer is left behind */
  stop(allowedMs: number): Promise<void>;
}

/** Ends the parts of the service, the last one that began first, within one deadline. */
export interface Shutdown {
  /** Adds a part that has begun. `reservedMs` of the deadline are kept for it, whatever is stopped before it takes. */
  add(name: string, stop: StoppablePart['stop'], reservedMs?: number): void;
  /** Names something that is not waited for. */
  leave(name: string): void;
  /** Stops all parts. May be called twice. Resolves to the names of those that were not waited for; never rejects. */
  run(): Promise<string[]>;
}

/** A part that comes when nothing is left of the deadline has this long to close what it can. */
const LEAST_MS = 100;

/** @param timeoutMs the deadline, from the first call of `run` */
export function createShutdown(timeoutMs: number, log: Logger): Shutdown {
  const parts: StoppablePart[] = [];
  const left: string[] = [];
  let running: Promise<string[]> | undefined;

  async function stopAll(): Promise<string[]> {
    const deadline = performance.now() + timeoutMs;
    for (let part = parts.pop(); part; part = parts.pop()) {
      const reserved = parts.reduce((sum, { reservedMs }) => sum + reservedMs, 0);
      const allowedMs = Math.max(LEAST_MS, deadline - performance.now() - reserved);
      if (!(await endsWithin(part.stop(allowedMs), part.name, allowedMs))) left.push(part.name);
    }
    return left;
  }

  async function endsWithin(stopped: Promise<void>, name: string, ms: number): Promise<boolean> {
    const { promise: late, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), ms);
    const ended = stopped
      .catch((error) => log.error({ err: error }, `${name}: did not stop cleanly`))
      .then(() => true);
    return Promise.race([ended, late]).finally(() => clearTimeout(timer));
  }

  return {
    add: (name, stop, reservedMs = 0) => void parts.push({ name, stop, reservedMs }),
    leave: (name) => void left.push(name),
    run() {
      running ??= stopAll();
      return running;
    },
  };
}
