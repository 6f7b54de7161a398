import type { Member, MemberType, SharedBinder } from '@ringbinder/protocol';
import type { BinderRole } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import type { Database } from '../../storage/database.ts';
import { findInvitations } from '../invitations/index.ts';
import { binderThumbnail } from '../pages/index.ts';
import { presentMember, presentMembers, presentSharedBinder, type ThumbnailLink } from './present.ts';
import { findMembers, findMembersByIds } from './queries.ts';
import { findBindersOfUsers, findSharedBinder } from './read-queries.ts';
import { memberTypes } from './roles.ts';

export interface ReadBinder {
  binder: SharedBinder;
  epoch: string;
  seq: number;
}

export function thumbnailLinks(env: Environment): ThumbnailLink {
  return (binderId, pageId, revision) => binderThumbnail(env, binderId, pageId, revision);
}

/** The functions of this file do not check access. */
export async function readSharedBinder(
  env: Environment,
  db: Database,
  binderId: string,
): Promise<ReadBinder | undefined> {
  const row = await findSharedBinder(db, binderId);
  return row && { binder: presentSharedBinder(row, thumbnailLinks(env)), epoch: row.epoch, seq: row.seq };
}

export async function readMembers(env: Environment, db: Database, binderId: string): Promise<Member[]> {
  const now = env.clock.now();
  const members = await findMembers(db, binderId, now);
  return presentMembers(members, await findInvitations(db, binderId, now));
}

export async function readMembersByIds(
  env: Environment,
  db: Database,
  binderId: string,
  userIds: readonly string[],
): Promise<Map<string, Member>> {
  const rows = await findMembersByIds(db, binderId, userIds, env.clock.now());
  return new Map(rows.map((row) => [row.id, presentMember(row)]));
}

export async function readInvited(env: Environment, db: Database, binderId: string): Promise<Member[]> {
  return presentMembers([], await findInvitations(db, binderId, env.clock.now()));
}

export interface ReadBinderOfUser extends ReadBinder {
  userId: string;
  unread: number;
  mentions: number;
  categoryId: number | null;
  readId: number;
  role: BinderRole;
  memberType: MemberType;
  isFavourite: boolean;
  isMuted: boolean;
  isArchived: boolean;
  archivedId: number | null;
  invitationId: number | null;
  savedCount: number;
  savedVersion: string | null;
  knockVersion: string | null;
}

export async function readBindersOfUsers(
  env: Environment,
  userIds: readonly string[],
  binderIds: readonly string[] | null,
): Promise<ReadBinderOfUser[]> {
  const rows = await findBindersOfUsers(env.db, userIds, binderIds);
  const link = thumbnailLinks(env);
  return rows.map((row) => ({
    userId: row.user_id,
    binder: presentSharedBinder(row, link),
    epoch: row.epoch,
    seq: row.seq,
    unread: row.unread,
    mentions: row.mentions,
    categoryId: row.category_id,
    readId: row.read_id,
    role: row.member_role,
    memberType: memberTypes[row.member_role],
    isFavourite: row.is_favourite,
    isMuted: row.is_muted,
    isArchived: row.is_archived,
    archivedId: row.archived_id,
    invitationId: row.invitation_id,
    savedCount: row.saved_count ?? 0,
    savedVersion: row.saved_version,
    knockVersion: row.knock_version,
  }));
}
