import type { Database } from '../storage/database.ts';
import { type ClockState, unmoved } from './clock.ts';

/** What the processes of a sandbox share: a row of its database. */
export interface SandboxState extends ClockState {
  /** Counts resets. */
  generation: number;
  /** A reset is under way since then, by the machine's clock, milliseconds. */
  resetting_since: number | null;
  /** What ids are made of; null: they are random. */
  seed: string | null;
  /** How many makers of ids have had the seed. */
  instances: number;
}

const first: SandboxState = { ...unmoved, generation: 0, resetting_since: null, seed: null, instances: 0 };

/** The state, which is written at first where there is none. */
export async function readState(db: Pick<Database, 'query'>): Promise<SandboxState> {
  const [row] = await db.query<{ value: SandboxState }>(`SELECT value FROM settings WHERE name = 'sandbox'`);
  if (row) return row.value;
  await db.query(
    `INSERT INTO settings (name, value) VALUES ('sandbox', $1::jsonb) ON CONFLICT (name) DO NOTHING`,
    [JSON.stringify(first)],
  );
  return readState(db);
}

/** Changes some of the state, and gives all of it. */
export async function writeState(
  db: Pick<Database, 'query'>,
  change: Partial<SandboxState>,
): Promise<SandboxState> {
  const [row] = await db.query<{ value: SandboxState }>(
    `UPDATE settings SET value = value || $1::jsonb WHERE name = 'sandbox' RETURNING value`,
    [JSON.stringify(change)],
  );
  if (!row) throw new Error('the state of the sandbox is gone');
  return row.value;
}

/** Takes a number that no other maker of ids with the seed has. */
export async function takeInstance(db: Pick<Database, 'query'>): Promise<number> {
  const [row] = await db.query<{ instance: number }>(
    `UPDATE settings SET value = jsonb_set(value, '{instances}', to_jsonb((value->>'instances')::int + 1))
     WHERE name = 'sandbox' RETURNING (value->>'instances')::int - 1 AS instance`,
  );
  return row?.instance ?? 0;
}
