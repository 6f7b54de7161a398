import { DatabaseUnavailable } from '../../../storage/unavailable.ts';
import { botsAddedTopic } from '../../binders/index.ts';
import { findBehind, findBindersWithBots } from './queries.ts';
import { type BotLogParts, readLogs } from './read.ts';

/** Binders in one step. */
const MAX_BINDERS = 100;
/** A wake-up can be lost, so the places are looked at this often, */
const POLL_INTERVAL_MS = 1_000;
/** and less often where a look takes long: a twentieth of the time at the most, */
const PAUSE_PER_POLL = 20;
/** but no pause is longer: the machine may be busy with something else. */
const MAX_PAUSE_MS = 5_000;
const MAX_PER_POLL = 1_000;
/** Another process is reading the binder; it may have looked before what we were woken for. */
const RETRY_MS = 20;
/** How long it is taken for granted that a binder has no bots. The next look finds what was missed. */
const NEGATIVE_CACHE_MS = 1_000;
const MAX_NEGATIVE_ENTRIES = 100_000;
const ARRIVAL = botsAddedTopic('');

/** The turning of binder logs into events of bots, under way. */
export interface BotLog {
  /** Ends it; a step under way is waited for. */
  stop(): Promise<void>;
}

/**
 * Begins to turn the logs of binders into events of the bots in them. Several processes share the work; no binder is
 * read by two at once. Woken by the bus of the logs, and by looking where that is silent.
 */
export function startBotLog(env: BotLogParts): BotLog {
  const woken = new Set<string>();
  const withoutBotsUntil = new Map<string, number>();
  /** Binders that got a bot while it was asked which have some. */
  const arrived = new Set<string>();
  const timers = new Set<NodeJS.Timeout>();
  let stopped = false;
  let running: Promise<void> | undefined;
  /** Binders in the next step. After one that failed they are read one by one, so that only the cause stays behind. */
  let most = MAX_BINDERS;

  function later(work: () => void, ms: number): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timer.unref();
    timers.add(timer);
  }

  function wake(binderIds: Iterable<string>): void {
    for (const binderId of binderIds) woken.add(binderId);
    if (woken.size > 0 && !stopped) running ??= run();
  }

  async function run(): Promise<void> {
    while (woken.size > 0 && !stopped) {
      const binderIds = [...woken].slice(0, most);
      for (const binderId of binderIds) woken.delete(binderId);
      try {
        await step(binderIds);
        most = Math.min(most * 2, MAX_BINDERS);
      } catch (error) {
        env.log.warn({ err: error }, 'the events of bots are late; it is tried again');
        later(() => wake(binderIds), POLL_INTERVAL_MS);
        if (error instanceof DatabaseUnavailable) break;
        most = 1;
      }
    }
    running = undefined;
  }

  async function step(binderIds: string[]): Promise<void> {
    arrived.clear();
    const withBots = await findBindersWithBots(env.db, binderIds);
    rememberWithoutBots(binderIds, new Set(withBots.map(({ binder_id }) => binder_id)));
    const behind = withBots.filter(({ is_behind }) => is_behind).map(({ binder_id }) => binder_id);
    if (behind.length === 0) return;
    const done = await readLogs(env, behind);
    for (const binderId of done.behind) woken.add(binderId);
    const taken = behind.filter((id) => !done.read.includes(id) && !done.behind.includes(id));
    if (taken.length > 0) later(() => wake(taken), RETRY_MS);
  }

  /** Most binders have no bots: one question a second for each is enough. */
  function rememberWithoutBots(binderIds: string[], withBots: ReadonlySet<string>): void {
    const until = performance.now() + NEGATIVE_CACHE_MS;
    if (withoutBotsUntil.size > MAX_NEGATIVE_ENTRIES) withoutBotsUntil.clear();
    for (const binderId of binderIds)
      if (!withBots.has(binderId) && !arrived.has(binderId)) withoutBotsUntil.set(binderId, until);
  }

  /** How long the last look took. One that took long by itself says nothing: the process may have just begun. */
  let lastPollMs = 0;

  async function poll(): Promise<void> {
    const began = performance.now();
    const behind = await findBehind(env.db, MAX_PER_POLL).catch((error) => {
      env.log.warn({ err: error }, 'could not look for events of bots; it is tried again');
      return [];
    });
    for (const binderId of behind) withoutBotsUntil.delete(binderId);
    wake(behind);
    const tookMs = performance.now() - began;
    const pause = Math.min(Math.min(tookMs, lastPollMs) * PAUSE_PER_POLL, MAX_PAUSE_MS);
    lastPollMs = tookMs;
    if (!stopped) later(() => (polling = poll()), Math.max(POLL_INTERVAL_MS, pause));
  }

  function hear(name: string): void {
    if (name.startsWith(ARRIVAL)) {
      arrived.add(name.slice(ARRIVAL.length));
      withoutBotsUntil.delete(name.slice(ARRIVAL.length));
    } else if (name.startsWith('B') && performance.now() >= (withoutBotsUntil.get(name) ?? 0)) wake([name]);
  }

  const unsubscribe = env.bus.subscribeAll(hear);
  let polling = poll();
  return {
    async stop() {
      stopped = true;
      unsubscribe();
      for (const timer of timers) clearTimeout(timer);
      await polling;
      await running;
    },
  };
}
