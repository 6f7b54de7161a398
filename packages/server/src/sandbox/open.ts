import type { Ids } from '../environment/ids.ts';
import type { LogBus } from '../log/index.ts';
import type { Database } from '../storage/database.ts';
import { createPoller } from '../storage/poller.ts';
import type { DatabasePool } from '../storage/pool.ts';
import type { Clock } from '../time/clock.ts';
import { createSandboxClock, type SandboxClock } from './clock.ts';
import { createGenerations, type Generations } from './generations.ts';
import { createSeededIds, type SeededIds } from './ids.ts';
import { createSchedule, type Schedule } from './schedule.ts';
import { readState, type SandboxState, takeInstance, writeState } from './state.ts';

export interface Sandbox {
  clock: SandboxClock;
  ids: SeededIds;
  generations: Generations;
  schedule: Schedule;
  pool: DatabasePool;
  /** Other processes apply the change within a second. */
  write(change: Partial<SandboxState>): Promise<void>;
  begin(
    tx: Pick<Database, 'query' | 'afterCommit'>,
    change: Pick<SandboxState, 'seed' | 'offset' | 'frozen_at'>,
  ): Promise<void>;
  restore(): Promise<void>;
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  close(): void;
}

/** Polls find changes whose wake-up was lost. */
const POLL_INTERVAL_MS = 500;
const TOPIC = 'sandbox';
const LOCK = 7_402_961;
const MAX_RESET_MS = 60_000;

export async function openSandbox(
  pool: DatabasePool,
  bus: LogBus,
  { clock: machine, ids: random }: { clock: Clock; ids: Ids },
): Promise<Sandbox> {
  const clock = createSandboxClock(machine);
  const ids = createSeededIds(random);
  const generations = createGenerations();
  let stored = await recover(pool, machine);
  clock.assume(stored);
  let isOurs = false;
  let last: Promise<unknown> = Promise.resolve();
  if (stored.seed !== null) ids.reseed(stored.seed, await takeInstance(pool));

  async function follow(): Promise<void> {
    const state = await readState(pool);
    if (isOurs) return;
    const before = stored;
    stored = state;
    const isResetting =
      state.resetting_since !== null && machine.now() - state.resetting_since < MAX_RESET_MS;
    if (isResetting) generations.close();
    clock.assume(state);
    if (state.generation !== before.generation)
      ids.reseed(state.seed, state.seed === null ? 0 : await takeInstance(pool));
    if (!isResetting && (before.resetting_since !== null || state.generation !== before.generation))
      generations.open();
  }

  async function write(
    change: Partial<SandboxState>,
    db: Pick<Database, 'query' | 'afterCommit'>,
  ): Promise<void> {
    const written = await writeState(db, change);
    db.afterCommit(() => {
      stored = written;
      clock.assume(stored);
      bus.wake(TOPIC);
    });
  }

  const poller = createPoller(follow, POLL_INTERVAL_MS);
  poller.start();
  const unsubscribe = bus.subscribe(TOPIC, () => void follow().catch(() => undefined));

  return {
    clock,
    ids,
    generations,
    schedule: createSchedule(),
    pool,
    write: (change) => write(change, pool),
    begin: (tx, change) => {
      const generation = stored.generation + 1;
      return write({ ...change, generation, is_held: false, resetting_since: null, instances: 1 }, tx);
    },
    async restore() {
      clock.assume(stored);
      ids.reseed(stored.seed, stored.seed === null ? 0 : await takeInstance(pool));
    },
    exclusively(work) {
      // A call that waits for the lock holds a connection, so calls of this process queue here.
      const mine = last.then(() =>
        pool.transaction(async (tx) => {
          await tx.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
          isOurs = true;
          try {
            stored = await readState(pool);
            clock.assume(stored);
            return await work();
          } finally {
            isOurs = false;
          }
        }),
      );
      last = mine.catch(() => undefined);
      return mine;
    },
    close() {
      poller.stop();
      unsubscribe();
    },
  };
}

/** A process may have died while it moved the clock or reset the sandbox. */
async function recover(pool: DatabasePool, machine: Clock): Promise<SandboxState> {
  const state = await readState(pool);
  if (!state.is_held && state.resetting_since === null) return state;
  return pool.transaction(async (tx) => {
    const [row] = await tx.query<{ is_free: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS is_free', [
      LOCK,
    ]);
    if (!row?.is_free) return state;
    const { is_held, frozen_at, offset } = await readState(tx);
    const runsOn = is_held && frozen_at !== null;
    return writeState(tx, {
      resetting_since: null,
      ...(runsOn
        ? { is_held: false, frozen_at: null, offset: Math.max(offset, frozen_at - machine.now()) }
        : {}),
    });
  });
}
