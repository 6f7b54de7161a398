import type { Actor } from '../../access/index.ts';
import type { LanguageRow } from '../../html/index.ts';
import { type Database, first, type Row } from '../../storage/database.ts';
import { type PersonRow, type ProfileRow, personColumns, statusColumn } from './present.ts';

export function findProfile(db: Database, userId: string, now: number): Promise<ProfileRow | undefined> {
  return first<ProfileRow>(
    db,
    `SELECT ${personColumns}, u.language, u.role, u.created_at, u.updated_at, ${statusColumn('$2')}
     FROM users u WHERE u.id = $1`,
    [userId, now],
  );
}

export function findLanguage(db: Database, userId: string): Promise<LanguageRow | undefined> {
  return first<LanguageRow & Row>(db, 'SELECT language, default_language FROM users WHERE id = $1', [userId]);
}

/** Finds the actor, people who share a binder with the actor and, unless the actor is a bot, colleagues. */
export function findPerson(
  db: Database,
  { userId, orgId, isBot }: Pick<Actor, 'userId' | 'orgId' | 'isBot'>,
  personId: string,
  now: number,
): Promise<PersonRow | undefined> {
  return first<PersonRow>(db, FIND_PERSON, [personId, now, userId, isBot ? null : orgId]);
}

const FIND_PERSON = `
  SELECT ${personColumns}, ${statusColumn('$2')} FROM users u
  WHERE u.id = $1 AND u.disabled_at IS NULL AND (u.id = $3 OR u.org_id = $4 OR EXISTS (
    SELECT FROM binder_members own
    JOIN binders b ON b.id = own.binder_id AND b.deleted_at IS NULL
    JOIN binder_members other ON other.binder_id = own.binder_id AND other.user_id = u.id
    WHERE own.user_id = $3))`;
