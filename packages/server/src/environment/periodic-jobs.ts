import { retryTopic } from '../log/index.ts';
import type { Environment } from './environment.ts';

/** Work that is repeated in each environment. It finds what is due by itself, and several processes may do it at once. */
export interface PeriodicJob {
  name: string;
  /** From the end of one round to the beginning of the next, milliseconds. */
  everyMs: number;
  /** Before the first round; as long as before the others by default. */
  firstMs?: number;
  /** @param onItemFailure receives the error of one item that is due again, when others of the round go on */
  work(env: Environment, onItemFailure?: (error: unknown) => void): Promise<unknown>;
  /** When the next of it is due after `now`; null: nothing is. Missing where it is about the present, not about a time. */
  findNext?(env: Environment, now: number): Promise<number | null>;
}

/** Receives the rounds of a job, for metrics and reports. */
export interface JobListener {
  /** A round is to begin in `ms`. */
  onSchedule?(ms: number): void;
  /** A round ended. @param ms how long it took @param error why it, or an item of it, failed; undefined when all went well */
  onEnd(ms: number, error: unknown): void;
}

/** A round that failed is repeated after this long, twice as long after each further failure, and at most after `everyMs`. */
const FIRST_RETRY_MS = 2_000;

/**
 * Repeats a job in an environment. Rounds do not overlap, and do not keep the process alive. The bus wakes `retryTopic` to begin
 * a round at once.
 * @returns how to end it; a round under way goes on to its end
 */
export function startPeriodicJob(
  env: Environment,
  job: PeriodicJob,
  listeners: readonly JobListener[] = [],
): { stop(): Promise<void> } {
  const { name, everyMs, firstMs = everyMs, work } = job;
  /** Undefined while a round is under way. */
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
      // Whatever runs in a sandbox belongs to one of its generations.
      await (env.sandbox ? env.sandbox.generations.run(begin) : begin());
      failures = 0;
    } catch (error) {
      failure = error;
      next = Math.min(everyMs, FIRST_RETRY_MS * 2 ** failures++);
      env.log.warn({ err: error, job: name, retry_ms: next }, 'a periodic job failed; retrying');
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
