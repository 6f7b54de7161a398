import { type Actor, passDoor } from '../../access/index.ts';
import type { Environment } from '../../environment.ts';
import { follow, type StoredLogEntry } from '../../log/index.ts';
import { findEntries, findMessages, type MessageRow } from './queries.ts';

/** A stored message, its author's name included. */
export type StoredMessage = MessageRow & { id: number };

/** Messages; those after the first `fitting` ones only tell that there are more. */
export interface MessageList {
  rows: StoredMessage[];
  fitting: number;
}

/** The newest messages before an id, newest first: `limit`, or fewer when they are long. Needs read access. */
export async function listMessages(
  env: Environment,
  actor: Actor,
  range: { binderId: string; before: number; limit: number },
): Promise<MessageList> {
  const { binderId, before, limit } = range;
  const found = await findMessages(env.db, { binderId, userId: actor.userId, before, limit: limit + 1 });
  passDoor(found[0], binderId, 'read');
  const rows = found.filter((row): row is StoredMessage => row.id !== null);
  return { rows, fitting: Math.min(limit, rows.filter(({ fits }) => fits).length) };
}

/** Which part of a log to read; `waitMs` is how long to wait for the first entry. */
export interface FeedRange {
  binderId: string;
  after: number;
  limit: number;
  waitMs: number;
}

/** A part of a log: its entries, and the latest sequence of the whole. */
export interface FeedPart {
  entries: StoredLogEntry[];
  seq: number;
}

/**
 * Entries of the log after a sequence, and the latest sequence. Waits for the first when there is none yet: until the
 * time is over, `signal` aborts or the server stops, and then gives none. Needs read access, also at the end of waiting.
 */
export async function readFeed(
  env: Environment,
  actor: Actor,
  range: FeedRange,
  signal: AbortSignal,
): Promise<FeedPart> {
  const part = await readPart(env, actor, range);
  if (part.entries.length > 0 || range.waitMs === 0) return part;
  await waitForEntry(env, range, signal);
  return readPart(env, actor, range);
}

async function readPart(env: Environment, actor: Actor, range: FeedRange): Promise<FeedPart> {
  const { binderId, after, limit } = range;
  const rows = await findEntries(env.db, { binderId, userId: actor.userId, after, limit });
  passDoor(rows[0], binderId, 'read');
  const entries = rows.filter((row): row is typeof row & StoredLogEntry => row.seq !== null);
  return { entries, seq: rows[0]?.latest_seq ?? 0 };
}

async function waitForEntry(env: Environment, range: FeedRange, signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  const end = () => over.abort();
  const timer = setTimeout(end, range.waitMs);
  // Not AbortSignal.any: what it makes is kept until the time-out has passed, however early the wait was over.
  const causes = [signal, env.closing];
  for (const cause of causes) cause.addEventListener('abort', end);
  if (causes.some((cause) => cause.aborted)) end();
  try {
    for await (const entries of follow(env, range.binderId, range.after, over.signal))
      if (entries.length > 0) return;
  } finally {
    clearTimeout(timer);
    for (const cause of causes) cause.removeEventListener('abort', end);
  }
}
