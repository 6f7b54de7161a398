import type { Binder, BinderSummary, Member, SharedBinder } from '@ringbinder/protocol';
import { presentLatest } from '../conversations/index.ts';
import type { InvitationRow } from '../invitations/index.ts';
import { presentUser } from '../users/index.ts';
import type { BinderRow, MemberRow, SharedBinderRow } from './queries.ts';
import { memberTypes } from './roles.ts';
import type { OpenedBinder } from './service.ts';

export type ThumbnailLink = (binderId: string, pageId: number, revision: number) => string;

export function presentSharedBinder(row: SharedBinderRow, thumbnailLink: ThumbnailLink): SharedBinder {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    conversation: row.conversation,
    created_time: row.created_at,
    updated_time: row.updated_at,
    owner: { id: row.owner_id, name: row.owner_name },
    total_members: row.total_members,
    total_pages: row.total_pages,
    total_todos: row.total_todos,
    total_comments: row.total_messages,
    thumbnail_uri: row.first_page === null ? '' : thumbnailLink(row.id, ...row.first_page),
  };
}

export function presentBinder(
  row: BinderRow,
  members: readonly MemberRow[],
  thumbnailLink: ThumbnailLink,
): BinderSummary {
  return {
    ...presentSharedBinder(row, thumbnailLink),
    unread_feeds: row.unread,
    revision: row.seq,
    users: members.map(presentMember),
    last_feed: presentLatest(row.id, row.last_feed),
    feeds_timestamp: row.updated_at,
    binder_email: '',
  };
}

export function presentOpenedBinder(
  { binder, members, invitations, pages }: OpenedBinder,
  thumbnailLink: ThumbnailLink,
): Binder {
  const summary = presentBinder(binder, members, thumbnailLink);
  return { ...summary, users: presentMembers(members, invitations), pages };
}

export function presentMembers(
  members: readonly MemberRow[],
  invitations: readonly InvitationRow[],
): Member[] {
  return [...members.map(presentMember), ...invitations.map(presentInvited)];
}

export function presentMember(row: MemberRow): Member {
  return {
    type: memberTypes[row.member_role],
    status: 'BOARD_MEMBER',
    created_time: row.joined_at,
    updated_time: row.changed_at,
    ...(row.is_disabled && { disabled: true as const }),
    user: presentUser(row),
  };
}

function presentInvited(row: InvitationRow): Member {
  return {
    type: memberTypes[row.role],
    status: 'BOARD_INVITED',
    created_time: row.created_at,
    updated_time: row.updated_at,
    user: {
      id: '',
      name: row.value,
      first_name: '',
      last_name: '',
      email: row.kind === 'email' ? row.value : null,
      unique_id: row.kind === 'unique_id' ? row.value : null,
      org_id: row.org_id,
      picture_uri: '',
      is_bot: false,
    },
  };
}
