import pLimit from 'p-limit';
import { type Actor, requireRole } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import type { CallerWatch } from '../../http/index.ts';
import { type StoredLogEntry, subscribeToLog } from '../../log/index.ts';
import { findEntries } from './queries.ts';

export interface FeedRange {
  binderId: string;
  after: number;
  limit: number;
  waitMs: number;
}

export interface FeedPart {
  entries: StoredLogEntry[];
  seq: number;
}

/** Waits up to `waitMs` for an entry. Throws if the caller loses access during the wait. */
export type ReadFeed = (
  actor: Actor,
  range: FeedRange,
  disconnected: AbortSignal,
  beginWatch: () => CallerWatch,
) => Promise<FeedPart>;

const MAX_CONCURRENT_READS = 8;

export function createFeed(env: Environment): ReadFeed {
  const limitReads = pLimit(MAX_CONCURRENT_READS);
  return async (actor, range, disconnected, beginWatch) => {
    if (range.waitMs === 0) return readPart(env, actor, range);
    const watch = beginWatch();
    const wait = createWait(range.waitMs, [disconnected, env.closing, watch.signal]);
    const subscription = subscribeToLog(env, range.binderId, wait.over);
    try {
      subscription.reset();
      let part = await readPart(env, actor, range);
      while (part.entries.length === 0 && !wait.over.aborted) {
        await subscription.waitForEntries(range.after);
        if (disconnected.aborted) break;
        subscription.reset();
        part = await limitReads(() => readPart(env, actor, range));
      }
      watch.signal.throwIfAborted();
      return part;
    } finally {
      subscription.close();
      wait.end();
      watch.end();
    }
  };
}

async function readPart(env: Environment, actor: Actor, range: FeedRange): Promise<FeedPart> {
  const { binderId, after, limit } = range;
  const rows = await findEntries(env.db, { binderId, userId: actor.userId, after, limit });
  requireRole(rows[0], binderId, 'read');
  const entries = rows.filter((row): row is typeof row & StoredLogEntry => row.seq !== null);
  return { entries, seq: rows[0]?.latest_seq ?? 0 };
}

function createWait(milliseconds: number, causes: AbortSignal[]): { over: AbortSignal; end(): void } {
  // AbortSignal.any and AbortSignal.timeout would occupy memory until the timeout.
  const over = new AbortController();
  const abort = () => over.abort();
  const timer = setTimeout(abort, milliseconds);
  for (const cause of causes) cause.addEventListener('abort', abort);
  if (causes.some((cause) => cause.aborted)) abort();
  return {
    over: over.signal,
    end() {
      clearTimeout(timer);
      for (const cause of causes) cause.removeEventListener('abort', abort);
    },
  };
}
