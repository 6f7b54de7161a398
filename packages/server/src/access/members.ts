import { type Because, because, type FieldError, fieldsPreconditionFailed } from '../errors.ts';
import type { Database } from '../storage/database.ts';
import { type BinderNeed, type BinderRole, rolesFor } from './binder.ts';

export interface MemberRoleRow extends Record<string, unknown> {
  is_disabled: boolean;
}

export async function findMembersAmong(
  db: Database,
  binderId: string,
  userIds: readonly string[],
): Promise<Map<string, MemberRoleRow>> {
  const rows = await db.query<MemberRoleRow & { user_id: string }>(
    `SELECT m.user_id, ${unavailableBecause('u', '$1')} IS NOT NULL AS is_disabled
     FROM binder_members m JOIN users u ON u.id = m.user_id WHERE m.binder_id = $1 AND m.user_id = ANY($2)`,
    [binderId, userIds],
  );
  return new Map(rows.map(({ user_id, is_disabled }) => [user_id, { is_disabled }]));
}

export function memberProblem(member: MemberRoleRow | undefined): Because | undefined {
  if (!member) return because('not_member');
  return member.is_disabled ? because('member_disabled') : undefined;
}

export function requireNoProblems(problems: FieldError[]): void {
  if (problems.length > 0) throw fieldsPreconditionFailed(problems);
}

/**
 * `left` for a non-member, `disabled` for a disabled member, else null. Never reveals whether a non-member is
 * disabled.
 */
export function unavailableBecause(user: string, binderId: string): string {
  return `CASE
    WHEN NOT EXISTS (SELECT FROM binder_members own WHERE own.binder_id = ${binderId} AND own.user_id = ${user}.id) THEN 'left'
    WHEN ${isDisabled(user)} THEN 'disabled'
  END`;
}

export function isDisabled(user: string): string {
  return `(${user}.disabled_at IS NOT NULL
    OR EXISTS (SELECT FROM orgs theirs WHERE theirs.id = ${user}.org_id AND theirs.disabled_at IS NOT NULL)
    OR (${user}.is_bot AND EXISTS (SELECT FROM org_bots enabled JOIN clients app ON app.id = enabled.client_id
      WHERE enabled.user_id = ${user}.id AND app.disabled_at IS NOT NULL)))`;
}

export function isStillMember(userId: string, binderId: string, need: BinderNeed): string {
  return `EXISTS (SELECT FROM binder_members giver JOIN users giver_user ON giver_user.id = giver.user_id
    WHERE giver.binder_id = ${binderId} AND giver.user_id = ${userId} AND giver.role IN ${rolesFor[need]}
      AND NOT ${isDisabled('giver_user')})`;
}

export interface MemberRole {
  role: BinderRole;
  isDisabled: boolean;
}

export async function findRolesAmong(
  db: Database,
  binderId: string,
  userIds: readonly string[],
): Promise<Map<string, MemberRole>> {
  const rows = await db.query<MemberRole & { user_id: string } & Record<string, unknown>>(
    `SELECT m.user_id, m.role, ${isDisabled('u')} AS "isDisabled"
     FROM binders b JOIN binder_members m ON m.binder_id = b.id JOIN users u ON u.id = m.user_id
     WHERE b.id = $1 AND m.binder_id = $1 AND b.deleted_at IS NULL AND m.user_id = ANY($2)`,
    [binderId, userIds],
  );
  return new Map(rows.map(({ user_id, ...member }) => [user_id, member]));
}
