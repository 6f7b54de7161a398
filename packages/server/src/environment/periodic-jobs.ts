import type { Environment } from './environment.ts';

/** Work that is done for each environment again and again. */
export interface PeriodicJob {
  /** What the log says when a round fails. The next one comes all the same. */
  failureMessage: string;
  everyMs: number;
  /** How long the first one waits; as long as the others by default. */
  firstMs?: number;
  work(env: Environment): Promise<unknown>;
  /** When the next of it is due after `now`; null: nothing is. Missing where it is about the present, not about a time. */
  findNext?(env: Environment, now: number): Promise<number | null>;
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
    const run = async () => (env.sandbox ? env.sandbox.generations.run(() => work(env)) : work(env));
    await run().catch((error) => env.log.warn({ err: error }, failureMessage));
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

/** When the next mail that a table holds is due after `now`; null: none is, or none is sent from here. */
export async function findNextMail(
  { db, config }: Environment,
  table: 'invitations' | 'meet_invitations' | 'step_links',
  now: number,
): Promise<number | null> {
  if (config.smtpUrl === undefined) return null;
  const [row] = await db.query<{ at: number | null }>(
    `SELECT min(mail_due_at) AS at FROM ${table} WHERE mail_due_at > $1`,
    [now],
  );
  return row?.at ?? null;
}
