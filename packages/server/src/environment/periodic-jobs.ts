import { retryTopic } from '../log/index.ts';
import type { Environment } from './environment.ts';

/** Repeated work of each environment. It determines itself what is due, and may run in several processes at once. */
export interface PeriodicJob {
  name: string;
  /** From the end of a round to the start of the next, in milliseconds. */
  everyMs: number;
  /** Before the first round, in milliseconds. Defaults to `everyMs`. */
  firstMs?: number;
  /** @param onItemFailure receives the error of a single item that is retried later, while the round continues */
  work(env: Environment, onItemFailure?: (error: unknown) => void): Promise<unknown>;
  /** The next due time after `now`, or null. Omitted if the work does not depend on time. */
  findNext?(env: Environment, now: number): Promise<number | null>;
}

export interface JobListener {
  onSchedule?(ms: number): void;
  /**
   * @param ms duration of the round
   * @param error why the round or an item of it failed; undefined on success
   */
  onEnd(ms: number, error: unknown): void;
}

/** Delay after a failed round. Doubles with each further failure, up to `everyMs`. */
const FIRST_RETRY_MS = 2_000;

/**
 * Repeats a job. Rounds do not overlap and do not keep the process alive. A wake-up of `retryTopic` on the bus starts a
 * round at once.
 * @returns `stop`, which lets a round in progress finish
 */
export function startPeriodicJob(
  env: Environment,
  job: PeriodicJob,
  listeners: readonly JobListener[] = [],
): { stop(): Promise<void> } {
  const { name, everyMs, firstMs = everyMs, work } = job;
  let timer: NodeJS.Timeout | undefined;
  let isEnded = false;
  let failures = 0;

  function schedule(ms: number): void {
    if (isEnded) return;
    timer = setTimeout(() => void round(), ms).unref();
    for (const listener of listeners) listener.onSchedule?.(ms);
  }

  async function round(): Promise<void> {
    timer = undefined;
    const began = performance.now();
    let next = everyMs;
    let failure: unknown;
    const begin = () =>
      work(env, (error) => {
        failure = error;
      });
    try {
      // Work in a sandbox belongs to one of its generations.
      await (env.sandbox ? env.sandbox.generations.run(begin) : begin());
      failures = 0;
    } catch (error) {
      failure = error;
      next = Math.min(everyMs, FIRST_RETRY_MS * 2 ** failures++);
      env.log.warn({ err: error, job: name, retry_ms: next }, 'periodic job: round failed, retrying');
    }
    for (const listener of listeners) listener.onEnd(performance.now() - began, failure);
    schedule(next);
  }

  const unsubscribe = env.bus.subscribe(retryTopic(name), () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    void round();
  });
  schedule(firstMs);
  return {
    async stop() {
      isEnded = true;
      unsubscribe();
      clearTimeout(timer);
    },
  };
}
