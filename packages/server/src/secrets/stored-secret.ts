import type { Database } from '../storage/database.ts';
import { readOrStoreSetting } from '../storage/settings.ts';
import type { Secrets } from './secrets.ts';

export async function loadStoredSecret(
  { db, secrets }: { db: Database; secrets: Secrets },
  name: string,
  create: () => string,
): Promise<string> {
  const sealed = await readOrStoreSetting(db, name, secrets.seal(create()).toString('base64'));
  return secrets.open(Buffer.from(sealed, 'base64'));
}
