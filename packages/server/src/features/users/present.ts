import type { Person, Profile, User, UserStatus, WorkingHours } from '@ringbinder/protocol';

export interface UserRow extends Record<string, unknown> {
  id: string;
  name: string;
  first_name: string;
  last_name: string;
  email: string | null;
  unique_id: string | null;
  org_id: string;
  picture_url: string;
  is_bot: boolean;
  /** Present only if the statement selects `statusColumn`. */
  status?: UserStatus | null;
}

export interface PersonRow extends UserRow {
  title: string;
  timezone: string;
  working_hours: WorkingHours | null;
}

export interface ProfileRow extends PersonRow {
  language: string;
  role: 'admin' | 'member';
  created_at: number;
  updated_at: number;
}

/** The statement must give the table the alias `u`. */
export const userColumns =
  'u.id, u.name, u.first_name, u.last_name, u.email, u.unique_id, u.org_id, u.picture_url, u.is_bot';

export const personColumns = `${userColumns}, u.title, u.timezone, u.working_hours`;

/** @param now the SQL placeholder of the server's current time; null selects no status */
export function statusColumn(now: string): string {
  return `CASE WHEN coalesce(u.status_until, ${Number.MAX_SAFE_INTEGER}) > ${now}::bigint
    THEN u.status || jsonb_strip_nulls(jsonb_build_object('until_time', u.status_until)) END AS status`;
}

export function presentUser(row: UserRow): User {
  const { id, name, first_name, last_name, email, unique_id, org_id, picture_url, is_bot, status } = row;
  const user = {
    id,
    name,
    first_name,
    last_name,
    email,
    unique_id,
    org_id,
    picture_uri: picture_url,
    is_bot,
  };
  return status ? { ...user, status } : user;
}

export function presentPerson(row: PersonRow): Person {
  const { title, timezone, working_hours } = row;
  return { ...presentUser(row), title, timezone, ...(working_hours && { working_hours }) };
}

export function presentProfile(row: ProfileRow): Profile {
  return {
    ...presentPerson(row),
    type: 'USER_TYPE_NORMAL',
    language: row.language,
    role: row.role,
    created_time: row.created_at,
    updated_time: row.updated_at,
  };
}
