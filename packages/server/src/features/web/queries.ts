import { type Database, first, hasRow } from '../../storage/database.ts';

export interface ConsoleAdmin extends Record<string, unknown> {
  id: string;
  name: string;
  email: string | null;
  org_id: string;
  org_name: string;
  partner_id: string;
  is_partner_admin: boolean;
}

export function isSetUp(db: Database): Promise<boolean> {
  return hasRow(db, 'SELECT id FROM partners LIMIT 1');
}

export function findAdmin(db: Database, userId: string): Promise<ConsoleAdmin | undefined> {
  return first<ConsoleAdmin>(
    db,
    `SELECT u.id, u.name, u.email, u.org_id, o.name AS org_name, u.partner_id, u.is_partner_admin
     FROM users u JOIN orgs o ON o.id = u.org_id AND o.disabled_at IS NULL
     WHERE u.id = $1 AND u.disabled_at IS NULL AND (u.role = 'admin' OR u.is_partner_admin)`,
    [userId],
  );
}

export async function findPicture(db: Database, userId: string): Promise<string> {
  const [row] = await db.query<{ picture_url: string }>('SELECT picture_url FROM users WHERE id = $1', [
    userId,
  ]);
  return row?.picture_url ?? '';
}

export function findPlaygroundClient(
  db: Database,
  partnerId: string,
  origin: string,
): Promise<{ id: string; name: string } | undefined> {
  return first<{ id: string; name: string }>(
    db,
    `SELECT id, name FROM clients WHERE partner_id = $1 AND kind = 'app' AND disabled_at IS NULL AND $2 = ANY(origins)
     ORDER BY created_at, id LIMIT 1`,
    [partnerId, origin],
  );
}
