import { type Actor, accessBinder, passDoor } from '../../access/index.ts';
import type { Environment } from '../../environment.ts';
import { follow, latestSequence, readEntries, type StoredLogEntry } from '../../log/index.ts';
import type { Database } from '../../storage/database.ts';
import { findMessages, insertMessage, type MessageRow } from './queries.ts';

/** A message that was stored. */
export interface PostedMessage {
  id: number;
  seq: number;
  at: number;
}

/** Posts a text to a binder. Needs write access. Throws not found or forbidden. */
export async function postText(
  env: Environment,
  db: Database,
  actor: Actor,
  binderId: string,
  text: string,
): Promise<PostedMessage> {
  const at = env.clock.now();
  const row = await insertMessage(db, { binderId, userId: actor.userId, at, text });
  passDoor(row, binderId, 'write');
  if (row?.new_id == null || row.seq == null) throw new Error(`message was not stored in binder ${binderId}`);
  db.afterCommit(() => env.bus.wake(binderId));
  return { id: row.new_id, seq: row.seq, at };
}

/** A stored message, its author's name included. */
export type StoredMessage = MessageRow & { id: number };

/** The newest messages before an id, newest first. Needs read access. */
export async function listMessages(
  env: Environment,
  actor: Actor,
  range: { binderId: string; before: number; limit: number },
): Promise<StoredMessage[]> {
  const rows = await findMessages(env.db, { ...range, userId: actor.userId });
  passDoor(rows[0], range.binderId, 'read');
  return rows.filter((row): row is StoredMessage => row.id !== null);
}

/** Which part of a log to read; `waitMs` is how long to wait for the first entry. */
export interface FeedRange {
  binderId: string;
  after: number;
  limit: number;
  waitMs: number;
}

/**
 * Entries of the log after a sequence, and the latest sequence. Waits for the first when there is none yet: until the
 * time is over, `signal` aborts or the server stops, and then gives none. Needs read access.
 */
export async function readFeed(
  env: Environment,
  actor: Actor,
  range: FeedRange,
  signal: AbortSignal,
): Promise<{ entries: StoredLogEntry[]; seq: number }> {
  const { binderId, after, limit, waitMs } = range;
  await accessBinder(env.db, actor, binderId, 'read');
  let entries = await readEntries(env.db, binderId, { after, limit });
  if (entries.length === 0 && waitMs > 0) {
    await waitForEntry(env, range, AbortSignal.any([signal, env.closing, AbortSignal.timeout(waitMs)]));
    // Read access may have been taken away while waiting.
    await accessBinder(env.db, actor, binderId, 'read');
    entries = await readEntries(env.db, binderId, { after, limit });
  }
  return { entries, seq: Math.max(entries.at(-1)?.seq ?? 0, await latestSequence(env.db, binderId)) };
}

async function waitForEntry(env: Environment, range: FeedRange, signal: AbortSignal): Promise<void> {
  for await (const entries of follow(env, range.binderId, range.after, signal))
    if (entries.length > 0) return;
}
