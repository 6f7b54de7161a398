import type { Environment } from './environment.ts';

/** Work that is done for each environment again and again. */
export interface PeriodicJob {
  /** What the log says when a round fails. The next one comes all the same. */
  failureMessage: string;
  everyMs: number;
  /** How long the first one waits; as long as the others by default. */
  firstMs?: number;
  work(env: Environment): Promise<unknown>;
}

/**
 * Begins rounds, which do not keep the process alive. While one of an environment is under way, no other begins there.
 * @returns a function that ends them; a round under way goes on to its end
 */
export function startPeriodicJob(environments: readonly Environment[], job: PeriodicJob): () => void {
  const { failureMessage, everyMs, firstMs, work } = job;
  const busy = new Set<Environment>();
  const runIn = async (env: Environment) => {
    if (busy.has(env)) return;
    busy.add(env);
    await work(env).catch((error) => env.log.warn({ err: error }, failureMessage));
    busy.delete(env);
  };
  const runAll = () => {
    for (const env of environments) void runIn(env);
  };
  const timers = [setInterval(runAll, everyMs)];
  if (firstMs !== undefined) timers.push(setTimeout(runAll, firstMs));
  for (const timer of timers) timer.unref();
  return () => {
    for (const timer of timers) clearTimeout(timer);
  };
}
