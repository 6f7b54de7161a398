import type { Profile, User } from '@ringbinder/protocol';

/** Columns that others may see. */
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
}

export interface ProfileRow extends UserRow {
  timezone: string;
  language: string;
  role: 'admin' | 'member';
  created_at: number;
  updated_at: number;
}

/** Of a table called `u`. */
export const userColumns =
  'u.id, u.name, u.first_name, u.last_name, u.email, u.unique_id, u.org_id, u.picture_url, u.is_bot';

export function presentUser(row: UserRow): User {
  const { id, name, first_name, last_name, email, unique_id, org_id, picture_url, is_bot } = row;
  return { id, name, first_name, last_name, email, unique_id, org_id, picture_uri: picture_url, is_bot };
}

export function presentProfile(row: ProfileRow): Profile {
  return {
    ...presentUser(row),
    type: 'USER_TYPE_NORMAL',
    timezone: row.timezone,
    language: row.language,
    role: row.role,
    created_time: row.created_at,
    updated_time: row.updated_at,
  };
}
