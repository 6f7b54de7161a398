import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../../environment/environment.ts';
import { chainNext } from './append.ts';
import { findBehind } from './queries.ts';

/** Binders in one step. */
const MAX_BINDERS = 100;
/** What is written meanwhile is chained together: a busy binder costs two statements in this time. */
const PAUSE_MS = 500;
/** Wake-ups can be lost, and what was written before the chain began has none, so it is looked for this often, */
const POLL_INTERVAL_MS = 1_000;
/** and less often where a look takes long: a fiftieth of the time at the most, */
const PAUSE_PER_POLL = 50;
/** but no pause is longer. */
const MAX_PAUSE_MS = 60_000;
const MAX_PER_POLL = 1_000;

/** The chaining of binder logs, under way. */
export interface Chaining {
  /** Ends it; a step under way is waited for. */
  stop(): Promise<void>;
}

/**
 * Begins to chain the logs of binders behind their writers, in this process beside others. Woken by the bus of the logs,
 * and by looking where that is silent.
 */
export function startChaining(env: Pick<Environment, 'db' | 'bus' | 'log'>): Chaining {
  const woken = new Set<string>();
  const stopped = new AbortController();
  const unsubscribe = env.bus.subscribeAll((name) => {
    if (name.startsWith('B')) woken.add(name);
  });

  async function step(): Promise<void> {
    const binderIds = [...woken].slice(0, MAX_BINDERS);
    for (const id of binderIds) woken.delete(id);
    try {
      for (const id of await chainNext(env.db, binderIds)) woken.add(id);
    } catch (error) {
      // The next look finds them.
      env.log.warn({ err: error }, 'the hash chain is late; it is tried again');
    }
  }

  let pollAt = 0;
  async function poll(): Promise<void> {
    const began = performance.now();
    if (began < pollAt) return;
    const behind = await findBehind(env.db, MAX_PER_POLL).catch(() => []);
    for (const id of behind) woken.add(id);
    const ended = performance.now();
    const pause = Math.min(Math.max(POLL_INTERVAL_MS, (ended - began) * PAUSE_PER_POLL), MAX_PAUSE_MS);
    // Where there was as much as one look finds there is more.
    pollAt = behind.length === MAX_PER_POLL ? ended : ended + pause;
  }

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      await poll();
      // Each as it was at the beginning: one that goes on being written to keeps nobody waiting.
      for (let left = woken.size; left > 0 && !stopped.signal.aborted; left -= MAX_BINDERS) await step();
      const pause = sleep(PAUSE_MS, undefined, { signal: stopped.signal, ref: false });
      await pause.catch(() => undefined);
    }
  }

  const running = run();
  return {
    stop() {
      unsubscribe();
      stopped.abort();
      return running;
    },
  };
}
