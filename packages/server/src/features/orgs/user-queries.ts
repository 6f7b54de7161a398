import type { Erasure } from '@ringbinder/protocol';
import { type Database, first, type Transaction } from '../../storage/database.ts';
import { hasPart } from '../../storage/has-part.ts';
import { markingUsers } from '../../storage/user-changes.ts';
import { type UserRow, userColumns } from '../users/index.ts';

export interface OrgUserRow extends UserRow {
  role: 'admin' | 'member';
  is_partner_admin: boolean;
  has_password: boolean;
  language: string;
  disabled_at: number | null;
  created_at: number;
  updated_at: number;
  erasure: Erasure | null;
  sort_name: string;
}

const columns = `${userColumns}, u.role, u.is_partner_admin, u.password_hash IS NOT NULL AS has_password,
  u.language, u.disabled_at, u.created_at, u.updated_at, lower(u.name) AS sort_name,
  (SELECT jsonb_strip_nulls(jsonb_build_object('content', e.with_content, 'requested_time', e.requested_at, 'done_time', e.done_at))
     FROM erasures e WHERE e.user_id = u.id) AS erasure`;

export interface UserFilter {
  q?: string;
  role?: string;
  is_bot?: boolean;
  disabled?: boolean;
}

export function findOrgUsers(
  db: Database,
  orgId: string,
  filter: UserFilter,
  after: readonly [name: string, id: string],
  limit: number,
): Promise<OrgUserRow[]> {
  return db.query<OrgUserRow>(
    `SELECT ${columns} FROM users u
     WHERE u.org_id = $1 AND (lower(u.name), u.id) > ($2, $3)
       AND ${hasPart('$4', 'u.name', 'u.email', 'u.unique_id')}
       AND ($5::text IS NULL OR u.role = $5) AND ($6::boolean IS NULL OR u.is_bot = $6)
       AND ($7::boolean IS NULL OR (u.disabled_at IS NOT NULL) = $7)
     ORDER BY lower(u.name), u.id LIMIT $8`,
    [
      orgId,
      ...after,
      filter.q ?? null,
      filter.role ?? null,
      filter.is_bot ?? null,
      filter.disabled ?? null,
      limit,
    ],
  );
}

export function findOrgUser(db: Database, orgId: string, userId: string): Promise<OrgUserRow | undefined> {
  return first<OrgUserRow>(db, `SELECT ${columns} FROM users u WHERE u.id = $2 AND u.org_id = $1`, [
    orgId,
    userId,
  ]);
}

export function findOrgUserForUpdate(
  tx: Transaction,
  orgId: string,
  userId: string,
): Promise<OrgUserRow | undefined> {
  return first<OrgUserRow>(
    tx,
    `SELECT ${columns} FROM users u WHERE u.id = $2 AND u.org_id = $1 FOR NO KEY UPDATE`,
    [orgId, userId],
  );
}

export interface NewUser {
  id: string;
  partnerId: string;
  orgId: string;
  email: string | null;
  uniqueId: string | null;
  passwordHash: string | null;
  firstName: string;
  lastName: string;
  name: string;
  language: string | null;
  role: string;
  isPartnerAdmin: boolean;
  at: number;
}

export async function insertUser(tx: Transaction, user: NewUser): Promise<void> {
  await tx.query(
    markingUsers(`INSERT INTO users (id, partner_id, org_id, email, unique_id, password_hash, first_name, last_name, name, language, default_language,
       role, is_partner_admin, created_at, updated_at)
     SELECT $1, $2, o.id, $4, $5, $6, $7, $8, $9, coalesce($10, o.language), CASE WHEN $10::text IS NULL THEN o.language END,
       $11, $12, $13, $13
     FROM orgs o WHERE o.id = $3 FOR SHARE`),
    [
      user.id,
      user.partnerId,
      user.orgId,
      user.email,
      user.uniqueId,
      user.passwordHash,
      user.firstName,
      user.lastName,
      user.name,
      user.language,
      user.role,
      user.isPartnerAdmin,
      user.at,
    ],
  );
}

export interface UserChange {
  email?: string;
  unique_id?: string;
  first_name?: string;
  last_name?: string;
  language?: string;
  role?: 'admin' | 'member';
  is_partner_admin?: boolean;
  disabled?: boolean;
}

export async function changeUser(
  tx: Transaction,
  userId: string,
  change: UserChange,
  at: number,
): Promise<void> {
  const { email, unique_id, first_name, last_name, language, role, is_partner_admin, disabled } = change;
  await tx.query(
    markingUsers(`UPDATE users SET email = coalesce($2, email), unique_id = coalesce($3, unique_id),
       first_name = coalesce($4, first_name), last_name = coalesce($5, last_name),
       name = CASE WHEN $4::text IS NULL AND $5::text IS NULL THEN name ELSE coalesce(
         nullif(trim(coalesce($4, first_name) || ' ' || coalesce($5, last_name)), ''),
         coalesce($3, unique_id), split_part(coalesce($2, email), '@', 1), id) END,
       language = coalesce($6, language), default_language = CASE WHEN $6::text IS NULL THEN default_language END,
       role = coalesce($7, role),
       is_partner_admin = coalesce($8, is_partner_admin),
       disabled_at = CASE WHEN $9::boolean IS NULL THEN disabled_at WHEN $9 THEN coalesce(disabled_at, $10) END,
       updated_at = $10
     WHERE id = $1`),
    [
      userId,
      email ?? null,
      unique_id ?? null,
      first_name ?? null,
      last_name ?? null,
      language ?? null,
      role ?? null,
      is_partner_admin ?? null,
      disabled ?? null,
      at,
    ],
  );
}
