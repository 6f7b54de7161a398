import type { Database, Transaction } from '../storage/database.ts';
import { type CursorPosition, cursorStatements, type LockedCursor } from './consumer-statements.ts';

/** Entries of one binder's log that a consumer is to read: those after `from` up to and including `to`. */
export interface LogRange {
  binderId: string;
  from: number;
  to: number;
}

/** What a step of a consumer did. */
export interface StepResult {
  /** How many entries it read. */
  entries: number;
  /** Binders with more to read. */
  behind: string[];
  /** Binders that another process is reading. */
  taken: string[];
  /** Binders that the consumer does not read, because they have no cursor. */
  unread: string[];
}

/** A binder whose log a consumer has not read to its end. */
export interface Backlog {
  binderId: string;
  entries: number;
  /** When the first unread entry was written, milliseconds; null when the log was replaced. */
  since: number | null;
}

/** Something that reads the logs of binders. `startConsumer` runs it. */
export interface Consumer<Env> {
  name: string;
  /** Binders in one step at most. */
  maxBinders: number;
  /** How long wake-ups are gathered before they are read together, milliseconds. */
  delayMs: number;
  /** Only binders with a cursor are read. The bus wakes this topic, with the binder's id behind it, when one gets a cursor. */
  cursorTopic?: string;
  /** Binders with unread entries, `limit` at most. */
  findBacklog(db: Pick<Database, 'query'>, limit: number): Promise<Backlog[]>;
  /** Reads the next entries of some binders. Throws when they could not be read: then nothing was. */
  step(env: Env, binderIds: readonly string[]): Promise<StepResult>;
}

interface ConsumerOptions<Env> {
  /** Names its cursors and its metrics. It never changes. */
  name: string;
  /** What one step reads at most: so many binders, and so many entries of all of them together. */
  batch: { binders: number; entries: number };
  delayMs?: number;
  cursorTopic?: string;
  /** Reads a log from its beginning (`from` is 0) when an import or an erasure replaced its history. */
  restarts?: boolean;
  /**
   * Handles the entries of some ranges, in the transaction that moves the cursors: an entry is handled once, in order,
   * whatever is killed. Returns the last `seq` that it handled of each binder, or nothing when it handled all ranges.
   */
  handle(
    env: Env,
    tx: Transaction,
    ranges: readonly LogRange[],
  ): Promise<ReadonlyMap<string, number> | undefined>;
  /** Called after the commit of a step with the binders that it read. It may be lost, and `catchUp` does not call it. */
  afterStep?(env: Env, binderIds: readonly string[]): Promise<void>;
}

/** A consumer whose cursors are in `log_cursors`. */
export interface CursorConsumer<Env> extends Consumer<Env> {
  /**
   * Reads a binder's log to its end, or `maxSteps` steps of it, for a call that needs the result now. Waits for other
   * readers of the binder. Returns how far the log is read, and whether that is its end.
   */
  catchUp(env: Env, binderId: string, maxSteps?: number): Promise<{ seq: number; isAll: boolean }>;
}

/** Declares a consumer of the binder logs. */
export function defineConsumer<Env extends { db: Database }>(
  options: ConsumerOptions<Env>,
): CursorConsumer<Env> {
  const { name, batch, delayMs = 0, cursorTopic, handle, afterStep } = options;
  const sql = cursorStatements(options);

  const findPositions = (db: Database, binderIds: readonly string[]) =>
    db.query<CursorPosition>(sql.positions, [binderIds]);

  /** One step, in one transaction. @param lock how to lock the cursors: `sql.lock` skips those of others, `sql.wait` waits */
  async function read(env: Env, positions: readonly CursorPosition[], lock: string) {
    return env.db.transaction(async (tx) => {
      const ids = positions.map(({ binder_id }) => binder_id);
      if (positions.some(({ has_cursor }) => !has_cursor)) await tx.query(sql.insert, [ids]);
      const cursors = await tx.query<LockedCursor>(lock, [ids]);
      if (cursors.length === 0) return { entries: 0, behind: [], read: [] };
      const limit = Math.max(1, Math.floor(batch.entries / cursors.length));
      const ranges = cursors.map(({ binder_id, seq, latest }) => ({
        binderId: binder_id,
        from: seq,
        to: Math.min(latest, seq + limit),
      }));
      const reached = await handle(env, tx, ranges);
      const moved = ranges.map(({ binderId, from, to }) => ({
        binderId,
        from,
        to: reached ? (reached.get(binderId) ?? from) : to,
      }));
      await tx.query(sql.move, [moved.map(({ binderId }) => binderId), moved.map(({ to }) => to)]);
      const latest = new Map(cursors.map((cursor) => [cursor.binder_id, cursor.latest]));
      return {
        entries: moved.reduce((sum, { from, to }) => sum + to - from, 0),
        behind: moved
          .filter(({ binderId, to }) => to < (latest.get(binderId) ?? 0))
          .map((each) => each.binderId),
        read: moved.map(({ binderId }) => binderId),
      };
    });
  }

  return {
    name,
    maxBinders: batch.binders,
    delayMs,
    ...(cursorTopic === undefined ? {} : { cursorTopic }),
    async findBacklog(db, limit) {
      const rows = await db.query<{ binder_id: string; entries: number; since: number | null }>(sql.backlog, [
        limit,
      ]);
      return rows.map(({ binder_id, ...rest }) => ({ binderId: binder_id, ...rest }));
    },
    async step(env, binderIds) {
      // Without a transaction: most wake-ups are of binders that another process has read, or that have no cursor.
      const positions = await findPositions(env.db, binderIds);
      const known = new Set(positions.map(({ binder_id }) => binder_id));
      const unread = binderIds.filter((id) => !known.has(id));
      const open = positions.filter(({ is_behind }) => is_behind);
      if (open.length === 0) return { entries: 0, behind: [], taken: [], unread };
      const { entries, behind, read: done } = await read(env, open, sql.lock);
      if (done.length > 0) await afterStep?.(env, done);
      const taken = open.map(({ binder_id }) => binder_id).filter((id) => !done.includes(id));
      return { entries, behind, taken, unread };
    },
    async catchUp(env, binderId, maxSteps = Number.POSITIVE_INFINITY) {
      for (let steps = 0; ; steps++) {
        const positions = await findPositions(env.db, [binderId]);
        const [position] = positions;
        if (!position) return { seq: 0, isAll: true };
        if (!position.is_behind) return { seq: position.seq, isAll: true };
        if (steps >= maxSteps) return { seq: position.seq, isAll: false };
        await read(env, positions, sql.wait);
      }
    },
  };
}
