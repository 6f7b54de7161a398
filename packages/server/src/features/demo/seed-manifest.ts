import type { Environment } from '../../environment/environment.ts';
import type { Database } from '../../storage/database.ts';
import type { DemoPart } from './plan.ts';

export async function storeSeedManifest(
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

export async function readSeedManifest(
  db: Pick<Database, 'query'>,
  { secrets }: Pick<Environment, 'secrets'>,
): Promise<DemoPart | undefined> {
  const [row] = await db.query<{ value: string }>(`SELECT value FROM settings WHERE name = 'demo_plan'`);
  return row && (JSON.parse(secrets.open(Buffer.from(row.value, 'base64'))) as DemoPart);
}
