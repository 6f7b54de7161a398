import { createHash, randomBytes } from 'node:crypto';
import type { Environment } from '../../environment/environment.ts';
import { hasRow } from '../../storage/database.ts';

export function hashSetupToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Returns null if the database has a partner. Earlier links become invalid. */
export async function prepareSetupLink(env: Environment): Promise<string | null> {
  const token = randomBytes(32).toString('base64url');
  const rows = await env.db.query(
    `INSERT INTO setup_links (hash, created_at) SELECT $1, $2 WHERE NOT EXISTS (SELECT FROM partners)
     ON CONFLICT (only_one) DO UPDATE SET hash = excluded.hash, created_at = excluded.created_at RETURNING only_one`,
    [hashSetupToken(token), env.clock.now()],
  );
  if (rows.length === 0) return null;
  return `${env.baseUrl().replace(/v1\/$/, '')}setup?token=${token}`;
}

export function isSetupToken({ db }: Pick<Environment, 'db'>, token: string): Promise<boolean> {
  return hasRow(db, 'SELECT only_one FROM setup_links WHERE hash = $1', [hashSetupToken(token)]);
}
