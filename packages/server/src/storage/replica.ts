import { type Database, first, type Row } from './database.ts';
import { PING_TIMEOUT_MS } from './liveness.ts';
import { createPoller } from './poller.ts';
import { type DatabasePool, openDatabase } from './pool.ts';

/** The selected numbers only increase. A replica with at least these values has all earlier commits. */
export interface PositionQuery {
  text: string;
  values: readonly unknown[];
}

export type ReadOutcome = 'replica' | 'behind' | 'away' | 'failed';

export interface ReadReplica {
  /**
   * Reads from the primary if the replica is behind, is down or fails. `work` must only read, and may run
   * twice.
   */
  read<T>(position: PositionQuery, work: (db: Database) => Promise<T>): Promise<T>;
  outcomes(): Readonly<Record<ReadOutcome, number>>;
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface ReadReplicaListener {
  onAway(reason: string): void;
  onReturn(): void;
}

/** The replica must have reached the primary's position of the previous poll. */
const POLL_INTERVAL_MS = 1_000;
const DATABASE = 'ringbinder';

export function readOnReplica<T>(
  { db, replica }: { db: Database; replica: ReadReplica | null },
  position: PositionQuery,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  return replica ? replica.read(position, work) : work(db);
}

export function openReadReplica(
  address: string,
  primary: DatabasePool,
  { max, onAway, onReturn }: ReadReplicaListener & { max: number },
): ReadReplica {
  const url = new URL(address);
  if (url.pathname.length <= 1) url.pathname = `/${DATABASE}`;
  const pool = openDatabase({ connectionString: url.href }, { max });
  const counts: Record<ReadOutcome, number> = { replica: 0, behind: 0, away: 0, failed: 0 };
  let reason: string | undefined = 'it has not been checked yet';
  let isAwayReported = false;
  const waiting = new Set<() => void>();
  let requiredLsn: string | undefined;

  async function check(): Promise<void> {
    // Throws if the primary is down, and leaves the replica's state unchanged.
    const [at] = await primary.query<{ lsn: string; id: string }>(PRIMARY_STATE);
    const result = await within(stateOf(pool, requiredLsn), PING_TIMEOUT_MS).catch(
      (error: Error) => error.message,
    );
    requiredLsn = at?.lsn;
    settle(typeof result === 'string' ? result : refusal(result, at?.id));
  }

  function settle(now: string | undefined): void {
    const before = reason;
    reason = now;
    if (now === undefined && before !== undefined) {
      if (isAwayReported) onReturn();
      isAwayReported = false;
    } else if (now !== undefined && !isAwayReported) {
      isAwayReported = true;
      onAway(now);
      for (const cancel of waiting) cancel();
    }
  }

  async function attempt<T>(position: PositionQuery, work: (db: Database) => Promise<T>) {
    const [requested] = await primary.query<Row>(position.text, position.values);
    if (!requested) return 'behind';
    const [provided] = await pool.query<Row>(
      `SELECT pg_is_in_recovery() AS is_standby, position.* FROM (${position.text}) AS position`,
      position.values,
    );
    const hasAll = Object.entries(requested).every(
      ([name, value]) => Number(provided?.[name]) >= Number(value),
    );
    return provided?.is_standby && hasAll ? { result: await work(pool) } : 'behind';
  }

  const poller = createPoller(check, POLL_INTERVAL_MS);
  poller.start();
  void check().catch(() => undefined);

  return {
    async read(position, work) {
      if (reason !== undefined) {
        counts.away++;
        return work(primary);
      }
      const { promise: isGone, resolve: cancel } = Promise.withResolvers<void>();
      waiting.add(cancel);
      const outcome = await Promise.race([
        attempt(position, work).catch(() => 'failed' as const),
        isGone.then(() => 'failed' as const),
      ]);
      waiting.delete(cancel);
      counts[typeof outcome === 'string' ? outcome : 'replica']++;
      return typeof outcome === 'string' ? work(primary) : outcome.result;
    },
    outcomes: () => counts,
    async check() {
      if (reason !== undefined) throw new Error(reason);
    },
    async close() {
      poller.stop();
      for (const cancel of waiting) cancel();
      await pool.close();
    },
  };
}

const OF_DATABASE = `(SELECT value #>> '{}' FROM settings WHERE name = 'database_id') AS id`;
const PRIMARY_STATE = `SELECT pg_current_wal_flush_lsn() AS lsn, ${OF_DATABASE}`;

interface ReplicaState extends Row {
  is_standby: boolean;
  id: string;
  has_all: boolean | null;
}

function stateOf(pool: DatabasePool, flushed: string | undefined): Promise<ReplicaState | undefined> {
  return first<ReplicaState>(
    pool,
    `SELECT pg_is_in_recovery() AS is_standby, pg_last_wal_replay_lsn() >= $1::text::pg_lsn AS has_all, ${OF_DATABASE}`,
    [flushed ?? null],
  );
}

function refusal(state: ReplicaState | undefined, id: string | undefined): string | undefined {
  if (!state?.is_standby) return 'it is not a standby';
  if (state.id !== id) return 'it follows another primary';
  return state.has_all === false ? 'it is more than a second behind' : undefined;
}

async function within<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('it does not respond')), milliseconds);
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
