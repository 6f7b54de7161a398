import type { Database } from '../storage/database.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import { type ClockState, createSandboxClock, unmoved } from './clock.ts';

export interface SandboxState extends ClockState {
  generation: number;
  /** By the machine's clock, in milliseconds. */
  resetting_since: number | null;
  seed: string | null;
  /** Number of id generators that have used the seed. */
  instances: number;
}

const first: SandboxState = { ...unmoved, generation: 0, resetting_since: null, seed: null, instances: 0 };

export async function readState(db: Pick<Database, 'query'>): Promise<SandboxState> {
  const [row] = await db.query<{ value: SandboxState }>(`SELECT value FROM settings WHERE name = 'sandbox'`);
  if (row) return row.value;
  await db.query(
    `INSERT INTO settings (name, value) VALUES ('sandbox', $1::jsonb) ON CONFLICT (name) DO NOTHING`,
    [JSON.stringify(first)],
  );
  return readState(db);
}

export async function readSandboxClock(db: Database): Promise<Clock> {
  const clock = createSandboxClock(systemClock);
  clock.assume(await readState(db));
  return clock;
}

export async function writeState(
  db: Pick<Database, 'query'>,
  change: Partial<SandboxState>,
): Promise<SandboxState> {
  const [row] = await db.query<{ value: SandboxState }>(
    `UPDATE settings SET value = value || $1::jsonb WHERE name = 'sandbox' RETURNING value`,
    [JSON.stringify(change)],
  );
  if (!row) throw new Error('the state of the sandbox is missing');
  return row.value;
}

export async function takeInstance(db: Pick<Database, 'query'>): Promise<number> {
  const [row] = await db.query<{ instance: number }>(
    `UPDATE settings SET value = jsonb_set(value, '{instances}', to_jsonb((value->>'instances')::int + 1))
     WHERE name = 'sandbox' RETURNING (value->>'instances')::int - 1 AS instance`,
  );
  return row?.instance ?? 0;
}
