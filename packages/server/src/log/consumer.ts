import type { Database, Transaction } from '../storage/database.ts';
import { inSpan, type OpenSpan } from '../tracing/index.ts';
import { type CursorPosition, cursorStatements, type LockedCursor } from './consumer-statements.ts';
import type { LogRange } from './ranges.ts';
import { findTraces } from './traces.ts';

export interface StepResult {
  entries: number;
  behind: string[];
  advanced: string[];
  unread: string[];
}

export interface Backlog {
  binderId: string;
  entries: number;
  /** In milliseconds. Can be null if the log was replaced. */
  since: number | null;
}

export interface Consumer<Env> {
  name: string;
  maxBinders: number;
  delayMs: number;
  /**
   * If set, only binders with a cursor are read. Code that creates a cursor must wake the topic
   * `cursorTopic`, followed by the binder id.
   */
  cursorTopic?: string;
  findBacklog(db: Pick<Database, 'query'>, limit: number): Promise<Backlog[]>;
  step(env: Env, binderIds: readonly string[]): Promise<StepResult>;
}

interface ConsumerOptions<Env> {
  /** Identifies the consumer in cursors and metrics, and must never change. */
  name: string;
  batch: { binders: number; entries: number };
  delayMs?: number;
  cursorTopic?: string;
  onlyBinders?: string;
  /** If true, the cursor restarts at 0 after the history was replaced. */
  restarts?: boolean;
  /**
   * Runs in the transaction that moves the cursors. Returns the last handled `seq` of each binder, or
   * undefined if all entries were handled.
   */
  handle(
    env: Env,
    tx: Transaction,
    ranges: readonly LogRange[],
  ): Promise<ReadonlyMap<string, number> | undefined>;
  afterStep?(env: Env, binderIds: readonly string[]): Promise<void>;
}

export interface CursorConsumer<Env> extends Consumer<Env> {
  catchUp(env: Env, binderId: string, maxSteps?: number): Promise<{ seq: number; isAll: boolean }>;
}

export function defineConsumer<Env extends { db: Database }>(
  options: ConsumerOptions<Env>,
): CursorConsumer<Env> {
  const { name, batch, delayMs = 0, cursorTopic, handle, afterStep } = options;
  const sql = cursorStatements(options);

  const findPositions = (db: Database, binderIds: readonly string[]) =>
    db.query<CursorPosition>(sql.positions, [binderIds]);

  function read(env: Env, positions: readonly CursorPosition[], lock: string) {
    return inSpan(`log ${name}`, { kind: 'consumer' }, async (span) => {
      const step = await readInTransaction(env, positions, lock, span?.isRecording ? span : undefined);
      span?.set({ 'ringbinder.consumer': name, 'messaging.batch.message_count': step.entries });
      return step;
    });
  }

  async function readInTransaction(
    env: Env,
    positions: readonly CursorPosition[],
    lock: string,
    span: OpenSpan | undefined,
  ) {
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
      if (span) span.link(await findCauses(tx, ranges));
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
      const positions = await findPositions(env.db, binderIds);
      const existingBinderIds = new Set(positions.map(({ binder_id }) => binder_id));
      const unread = binderIds.filter((id) => !existingBinderIds.has(id));
      const open = positions.filter(({ is_behind }) => is_behind);
      if (open.length === 0) return { entries: 0, behind: [], advanced: [], unread };
      const { entries, behind, read: done } = await read(env, open, sql.lock);
      if (done.length > 0) await afterStep?.(env, done);
      const advanced = open.map(({ binder_id }) => binder_id).filter((id) => !done.includes(id));
      return { entries, behind, advanced, unread };
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

const MAX_CAUSES = 100;

async function findCauses(tx: Transaction, ranges: readonly LogRange[]): Promise<string[]> {
  const traces = await findTraces(tx, ranges);
  return [...new Set(traces.map(({ traceparent }) => traceparent))].slice(0, MAX_CAUSES);
}
