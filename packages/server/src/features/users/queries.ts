import { type Database, first } from '../../storage/database.ts';
import { type ProfileRow, userColumns } from './present.ts';

export function findProfile(db: Database, userId: string): Promise<ProfileRow | undefined> {
  return first<ProfileRow>(
    db,
    `SELECT ${userColumns}, u.timezone, u.language, u.role, u.created_at, u.updated_at FROM users u WHERE u.id = $1`,
    [userId],
  );
}
