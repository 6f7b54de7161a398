import type { Database } from '../../storage/database.ts';
import { type ProfileRow, userColumns } from './present.ts';

export async function findProfile(db: Database, userId: string): Promise<ProfileRow | undefined> {
  const [row] = await db.query<ProfileRow>(
    `SELECT ${userColumns}, u.timezone, u.language, u.role, u.created_at, u.updated_at FROM users u WHERE u.id = $1`,
    [userId],
  );
  return row;
}
