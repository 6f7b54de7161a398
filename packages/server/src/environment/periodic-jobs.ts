import { retryTopic } from '../log/index.ts';
import { inSpan } from '../tracing/index.ts';
import type { Environment } from './environment.ts';

/** Several processes may run `work` at once. */
export interface PeriodicJob {
  name: string;
  everyMs: number;
  firstMs?: number;
  work(env: Environment, onItemFailure?: (error: unknown) => void): Promise<unknown>;
  findNext?(env: Environment, now: number): Promise<number | null>;
}

export interface JobListener {
  onSchedule?(ms: number): void;
  /** `error` is of the round or of its last failed item; undefined on success. */
  onEnd(ms: number, error: unknown): void;
}

const FIRST_RETRY_MS = 2_000;

/** Rounds never overlap. `stop` does not wait for a round. */
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
      await inSpan(`job ${name}`, { attributes: { 'ringbinder.environment': env.name } }, () =>
        env.sandbox ? env.sandbox.generations.run(begin) : begin(),
      );
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
