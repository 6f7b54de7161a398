import type { Environment } from './environment.ts';

/** Work that is repeated in each environment. It finds what is due by itself, and several processes may do it at once. */
export interface PeriodicJob {
  name: string;
  /** From the end of one round to the beginning of the next, milliseconds. */
  everyMs: number;
  /** Before the first round; as long as before the others by default. */
  firstMs?: number;
  work(env: Environment): Promise<unknown>;
  /** When the next of it is due after `now`; null: nothing is. Missing where it is about the present, not about a time. */
  findNext?(env: Environment, now: number): Promise<number | null>;
}

export interface JobListener {
  onEnd(ms: number): void;
  onFailure(): void;
}

/** A round that failed is repeated after this long, twice as long after each further failure, and at most after `everyMs`. */
const FIRST_RETRY_MS = 2_000;

/**
 * Repeats a job in each environment. Rounds of one environment do not overlap, and do not keep the process alive.
 * @param listenerFor returns what is told of the rounds in an environment
 * @returns a function that ends it; a round under way goes on to its end
 */
export function startPeriodicJob(
  environments: readonly Environment[],
  job: PeriodicJob,
  listenerFor?: (env: Environment, name: string) => JobListener,
): () => void {
  const ends = environments.map((env) => repeat(env, job, listenerFor?.(env, job.name)));
  return () => {
    for (const end of ends) end();
  };
}

function repeat(env: Environment, job: PeriodicJob, listener: JobListener | undefined): () => void {
  const { name, everyMs, firstMs = everyMs, work } = job;
  let timer: NodeJS.Timeout | undefined;
  let isEnded = false;
  let failures = 0;

  function schedule(ms: number): void {
    if (!isEnded) timer = setTimeout(() => void round(), ms).unref();
  }

  async function round(): Promise<void> {
    const began = performance.now();
    let next = everyMs;
    try {
      // Whatever runs in a sandbox belongs to one of its generations.
      await (env.sandbox ? env.sandbox.generations.run(() => work(env)) : work(env));
      failures = 0;
    } catch (error) {
      next = Math.min(everyMs, FIRST_RETRY_MS * 2 ** failures++);
      listener?.onFailure();
      env.log.warn({ err: error, job: name, retry_ms: next }, 'a periodic job failed; retrying');
    }
    listener?.onEnd(performance.now() - began);
    schedule(next);
  }

  schedule(firstMs);
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
}
