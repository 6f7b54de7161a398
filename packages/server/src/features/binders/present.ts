import type { Binder, BinderSummary, Member, Page } from '@ringbinder/protocol';
import { presentLatest } from '../conversations/index.ts';
import { presentUser } from '../users/index.ts';
import type { BinderRow, MemberRow } from './queries.ts';
import { memberTypes } from './roles.ts';

/** Makes the signed address of a page's thumbnail. */
export type ThumbnailLink = (binderId: string, pageId: number, revision: number) => string;

/** A binder in a list. */
export function presentBinder(
  row: BinderRow,
  members: readonly MemberRow[],
  thumbnailLink: ThumbnailLink,
): BinderSummary {
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
    unread_feeds: row.unread,
    revision: row.seq,
    thumbnail_uri: row.first_page === null ? '' : thumbnailLink(row.id, ...row.first_page),
    users: members.map(presentMember),
    last_feed: presentLatest(row.id, row.last_feed),
    feeds_timestamp: row.updated_at,
    binder_email: '',
  };
}

/** A binder with its members and its first pages. */
export function presentBinderWithPages(
  row: BinderRow,
  members: readonly MemberRow[],
  pages: Page[],
  thumbnailLink: ThumbnailLink,
): Binder {
  return { ...presentBinder(row, members, thumbnailLink), pages };
}

function presentMember(row: MemberRow): Member {
  return {
    type: memberTypes[row.member_role],
    status: 'BOARD_MEMBER',
    created_time: row.joined_at,
    updated_time: row.changed_at,
    user: presentUser(row),
  };
}
