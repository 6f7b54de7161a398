import type { Environment } from '../../environment/environment.ts';
import type { Database } from '../../storage/database.ts';
import type { DemoPart } from './plan.ts';

/**
 * Keeps the demo of a sandbox in its database, with its secrets sealed: whichever process resets the sandbox puts it back to
 * that, whatever has been changed since, and `demo.json` can be made good by it.
 */
export async function keepPlan(
  db: Pick<Database, 'query'>,
  { secrets }: Pick<Environment, 'secrets'>,
  part: DemoPart,
): Promise<void> {
  await db.query(
    `INSERT INTO settings (name, value) VALUES ('demo_plan', to_jsonb($1::text))
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [secrets.seal(JSON.stringify(part)).toString('base64')],
  );
}

/** The demo of a sandbox; undefined where it was begun without one. */
export async function keptPlan(
  db: Pick<Database, 'query'>,
  { secrets }: Pick<Environment, 'secrets'>,
): Promise<DemoPart | undefined> {
  const [row] = await db.query<{ value: string }>(`SELECT value FROM settings WHERE name = 'demo_plan'`);
  return row && (JSON.parse(secrets.open(Buffer.from(row.value, 'base64'))) as DemoPart);
}
