import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../storage/database.ts';
import { DatabaseUnavailable } from '../storage/unavailable.ts';
import type { LogBus } from './bus.ts';
import type { Backlog, Consumer } from './consumer.ts';

/** Polls find binders whose wake-up was lost. */
const POLL_INTERVAL_MS = 1_000;
const PAUSE_PER_POLL = 20;
const MAX_POLL_PAUSE_MS = 10_000;
const MAX_PER_POLL = 1_000;
/**
 * A binder that another process has locked is tried again after this time, because that process may have
 * missed the latest change.
 */
const LOCKED_RETRY_MS = 20;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;
/** Wake-ups of a binder without a cursor are ignored for this time. */
const UNREAD_CACHE_MS = 1_000;
const MAX_UNREAD = 100_000;

export interface LoopParts {
  db: Database;
  bus: Pick<LogBus, 'subscribeAll'>;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

interface StepFailure {
  error: unknown;
  binderId: string | undefined;
  retryMs: number;
}

export interface ConsumerListener {
  onRead(entries: number, failing: number): void;
  onFailure(failure: StepFailure): void;
  onPoll(backlog: readonly Backlog[], failing: number): void;
}

const RETRY_TOPIC = 'retry ';

export const retryTopic = (name: string): string => `${RETRY_TOPIC}${name}`;

interface RunningConsumer {
  stop(): Promise<void>;
}

/**
 * Processes share the work: a step skips binders that another process reads. After a failed step, binders are
 * read one by one, so that only the failing one is delayed.
 */
export function startConsumer<Env extends LoopParts>(
  env: Env,
  consumer: Consumer<Env>,
  listeners: readonly ConsumerListener[] = [],
): RunningConsumer {
  const loop = new ConsumerLoop(env, consumer, listeners);
  const unsubscribe = env.bus.subscribeAll((topic) => loop.onTopic(topic));
  const running = loop.run();
  return {
    stop() {
      unsubscribe();
      loop.stop();
      return running;
    },
  };
}

class ConsumerLoop<Env extends LoopParts> {
  readonly #env: Env;
  readonly #consumer: Consumer<Env>;
  readonly #listeners: readonly ConsumerListener[];
  readonly #woken = new Set<string>();
  readonly #retries = new Map<string, { failures: number; at: number }>();
  readonly #unreadUntil = new Map<string, number>();
  readonly #arrived = new Set<string>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #isStopped = false;
  #endPause: (() => void) | undefined;
  #isPauseFixed = false;
  #isHurried = false;
  #stepSize: number;
  #isBehind = false;
  #nextPollAt = 0;
  /** The shorter of the last two polls counts, so one slow poll has no effect. */
  #lastPollMs = 0;

  constructor(env: Env, consumer: Consumer<Env>, listeners: readonly ConsumerListener[]) {
    this.#env = env;
    this.#consumer = consumer;
    this.#listeners = listeners;
    this.#stepSize = consumer.maxBinders;
  }

  async run(): Promise<void> {
    const { delayMs } = this.#consumer;
    await this.#pause(delayMs, true);
    while (!this.#isStopped) {
      this.#isHurried = false;
      if (performance.now() >= this.#nextPollAt) await this.#look();
      this.#isBehind = false;
      if (!(await this.#readWoken())) {
        this.#nextPollAt = 0;
        await this.#pause(FIRST_RETRY_MS, true);
      } else if (!this.#isBehind) {
        if (this.#woken.size === 0) await this.#pause(this.#nextPollAt - performance.now(), false);
        await this.#pause(delayMs, true);
      }
    }
  }

  stop(): void {
    this.#isStopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#endPause?.();
  }

  onTopic(topic: string): void {
    const { name, cursorTopic } = this.#consumer;
    if (topic === retryTopic(name)) {
      for (const retry of this.#retries.values()) retry.at = 0;
      this.#nextPollAt = 0;
      this.#isHurried = true;
      this.#endPause?.();
    } else if (cursorTopic !== undefined && topic.startsWith(cursorTopic)) {
      const id = topic.slice(cursorTopic.length);
      this.#arrived.add(id);
      this.#unreadUntil.delete(id);
    } else if (topic.startsWith('B') && performance.now() >= (this.#unreadUntil.get(topic) ?? 0)) {
      this.#wake([topic]);
    }
  }

  #wake(binderIds: Iterable<string>): void {
    const now = performance.now();
    for (const id of binderIds) if (now >= (this.#retries.get(id)?.at ?? 0)) this.#woken.add(id);
    if (this.#woken.size > 0 && !this.#isPauseFixed) this.#endPause?.();
  }

  #pause(ms: number, isFixed: boolean): Promise<void> {
    if (this.#isStopped || this.#isHurried || ms <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#endPause = undefined;
        resolve();
      };
      const timer = setTimeout(end, ms).unref();
      this.#endPause = end;
      this.#isPauseFixed = isFixed;
    });
  }

  async #look(): Promise<void> {
    const { name, delayMs } = this.#consumer;
    const began = performance.now();
    const backlog = await this.#consumer.findBacklog(this.#env.db, MAX_PER_POLL).catch((error) => {
      this.#env.log.warn(
        { err: error, consumer: name },
        'log consumer: looking for unread entries failed, retrying',
      );
      return undefined;
    });
    const ended = performance.now();
    if (backlog) {
      const behind = new Set(backlog.map(({ binderId }) => binderId));
      // Another process has read the failed binders that are missing from a complete list.
      if (behind.size < MAX_PER_POLL)
        for (const id of this.#retries.keys()) if (!behind.has(id)) this.#retries.delete(id);
      for (const listener of this.#listeners) listener.onPoll(backlog, this.#retries.size);
      for (const id of behind) this.#unreadUntil.delete(id);
      this.#wake(behind);
    }
    const costPause = Math.min(ended - began, this.#lastPollMs) * PAUSE_PER_POLL;
    this.#lastPollMs = ended - began;
    // After a full page, poll again at once, unless all binders of the page wait for a retry.
    const isFull = backlog?.length === MAX_PER_POLL && this.#woken.size > 0;
    const pauseMs = Math.max(POLL_INTERVAL_MS, delayMs, Math.min(costPause, MAX_POLL_PAUSE_MS));
    this.#nextPollAt = isFull ? ended : ended + pauseMs;
  }

  async #readWoken(): Promise<boolean> {
    for (let left = this.#woken.size; left > 0 && !this.#isStopped; ) {
      const binderIds = [...this.#woken.keys().take(this.#stepSize)];
      for (const id of binderIds) this.#woken.delete(id);
      left -= binderIds.length;
      try {
        await this.#step(binderIds);
      } catch (error) {
        if (this.#isStopped) break;
        this.#onFailure(binderIds, error);
        if (error instanceof DatabaseUnavailable) return false;
      }
    }
    return true;
  }

  async #step(binderIds: readonly string[]): Promise<void> {
    this.#arrived.clear();
    const { entries, behind, advanced, unread } = await this.#consumer.step(this.#env, binderIds);
    for (const id of behind) this.#woken.add(id);
    this.#isBehind ||= behind.length > 0;
    if (advanced.length > 0) this.#wakeLater(advanced);
    for (const id of binderIds) this.#retries.delete(id);
    for (const listener of this.#listeners) listener.onRead(entries, this.#retries.size);
    this.#rememberUnread(unread);
    this.#stepSize = Math.min(this.#stepSize * 2, this.#consumer.maxBinders);
  }

  #onFailure(binderIds: readonly string[], error: unknown): void {
    const { name } = this.#consumer;
    this.#env.log.warn(
      { err: error, consumer: name, binder_ids: binderIds.slice(0, 3) },
      'log consumer: step failed, retrying',
    );
    const [only = ''] = binderIds;
    const isKnown = binderIds.length === 1 && !(error instanceof DatabaseUnavailable);
    const failures = isKnown ? (this.#retries.get(only)?.failures ?? 0) + 1 : 1;
    const retryMs = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), MAX_RETRY_MS);
    // No timer starts the retry, so it usually waits for the next poll.
    for (const listener of this.#listeners)
      listener.onFailure({
        error,
        binderId: isKnown ? only : undefined,
        retryMs: Math.max(retryMs, this.#nextPollAt - performance.now()),
      });
    if (error instanceof DatabaseUnavailable) return;
    this.#stepSize = 1;
    if (isKnown) this.#retries.set(only, { failures, at: performance.now() + retryMs });
    else {
      for (const id of binderIds) this.#woken.add(id);
      this.#isBehind = true;
    }
  }

  #wakeLater(binderIds: readonly string[]): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#wake(binderIds);
    }, LOCKED_RETRY_MS).unref();
    this.#timers.add(timer);
  }

  #rememberUnread(binderIds: readonly string[]): void {
    if (this.#consumer.cursorTopic === undefined) return;
    if (this.#unreadUntil.size > MAX_UNREAD) this.#unreadUntil.clear();
    const until = performance.now() + UNREAD_CACHE_MS;
    for (const id of binderIds) if (!this.#arrived.has(id)) this.#unreadUntil.set(id, until);
  }
}
