import type { Database } from '../storage/database.ts';
import type { Secrets } from './secrets.ts';

/** Returns a secret of the environment. The first use in any process creates it; it is stored encrypted. */
export async function loadStoredSecret(
  { db, secrets }: { db: Database; secrets: Secrets },
  name: string,
  create: () => string,
): Promise<string> {
  const [row] = await db.query<{ sealed: string }>(
    `INSERT INTO settings (name, value) VALUES ($1, to_jsonb($2::text))
     ON CONFLICT (name) DO UPDATE SET value = settings.value RETURNING value #>> '{}' AS sealed`,
    [name, secrets.seal(create()).toString('base64')],
  );
  return secrets.open(Buffer.from(row?.sealed ?? '', 'base64'));
}
