import { type FieldError, preconditionFailed } from '../errors.ts';
import type { Database } from '../storage/database.ts';
import { type BinderNeed, type BinderRole, rolesFor } from './binder.ts';

export interface FoundMember extends Record<string, unknown> {
  /** The account or its org is, or the app of a bot. */
  is_disabled: boolean;
}

export async function findMembersAmong(
  db: Database,
  binderId: string,
  userIds: readonly string[],
): Promise<Map<string, FoundMember>> {
  const rows = await db.query<FoundMember & { user_id: string }>(
    `SELECT m.user_id, ${unavailableBecause('u', '$1')} IS NOT NULL AS is_disabled
     FROM binder_members m JOIN users u ON u.id = m.user_id WHERE m.binder_id = $1 AND m.user_id = ANY($2)`,
    [binderId, userIds],
  );
  return new Map(rows.map(({ user_id, is_disabled }) => [user_id, { is_disabled }]));
}

/** What is wrong with a person who is to be asked or named in a binder; undefined when nothing is. */
export function memberProblem(member: FoundMember | undefined): string | undefined {
  if (!member) return 'names no member of the binder';
  return member.is_disabled ? 'names a member who is disabled' : undefined;
}

/** Throws precondition failed for the problems of people, by the fields that name them; nothing when there are none. */
export function requireNoProblems(problems: FieldError[]): void {
  if (problems.length === 0) return;
  const message = problems.map(({ path, message }) => `${path} ${message}`).join('; ');
  throw preconditionFailed(message, problems);
}

/**
 * An SQL expression: why a user cannot act in a binder: `left` for one who is not a member, else `disabled`; null for one who
 * can. A caller learns nothing else about somebody who is not a member.
 * @param user the name of a row of users
 * @param binderId an SQL expression
 */
export function unavailableBecause(user: string, binderId: string): string {
  return `CASE
    WHEN NOT EXISTS (SELECT FROM binder_members own WHERE own.binder_id = ${binderId} AND own.user_id = ${user}.id) THEN 'left'
    WHEN ${isDisabled(user)} THEN 'disabled'
  END`;
}

/**
 * An SQL condition: the account or its org is disabled, or the app of a bot is.
 * @param user the name of a row of users
 */
export function isDisabled(user: string): string {
  return `(${user}.disabled_at IS NOT NULL
    OR EXISTS (SELECT FROM orgs theirs WHERE theirs.id = ${user}.org_id AND theirs.disabled_at IS NOT NULL)
    OR (${user}.is_bot AND EXISTS (SELECT FROM org_bots enabled JOIN clients app ON app.id = enabled.client_id
      WHERE enabled.user_id = ${user}.id AND app.disabled_at IS NOT NULL)))`;
}

/**
 * An SQL condition: a person is still a member of a binder who may do what a link or an invitation of theirs does, and
 * neither they nor their org is disabled. What somebody gave to others ends with their own right to give it.
 * @param userId an SQL expression, as is `binderId`
 */
export function isStillMember(userId: string, binderId: string, need: BinderNeed): string {
  return `EXISTS (SELECT FROM binder_members giver JOIN users giver_user ON giver_user.id = giver.user_id
    WHERE giver.binder_id = ${binderId} AND giver.user_id = ${userId} AND giver.role IN ${rolesFor[need]}
      AND NOT ${isDisabled('giver_user')})`;
}

export interface MemberRole {
  role: BinderRole;
  isDisabled: boolean;
}

/** The roles of those of the users who are members of the binder, by their ids. Nobody is a member of one that was deleted. */
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
