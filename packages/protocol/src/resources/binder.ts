import Type, { type Static } from 'typebox';
import { Milliseconds } from '../scalars.ts';
import { Activity } from './activity.ts';
import { Page } from './page.ts';
import { User, UserReference } from './people.ts';

export const MemberType = Type.Enum(['BOARD_OWNER', 'BOARD_READ_WRITE', 'BOARD_READ_ONLY']);
export type MemberType = Static<typeof MemberType>;

export const Member = Type.Object(
  {
    type: MemberType,
    status: Type.Enum(['BOARD_MEMBER', 'BOARD_INVITED'], {
      description: '`BOARD_INVITED`: not known yet; `user.id` is empty.',
    }),
    created_time: Milliseconds,
    updated_time: Milliseconds,
    user: User,
  },
  { title: 'Member' },
);
export type Member = Static<typeof Member>;

export const BinderSettings = Type.Object(
  {
    is_favourite: Type.Boolean(),
    is_muted: Type.Boolean({ description: 'The member muted it.' }),
  },
  { title: 'BinderSettings' },
);
export type BinderSettings = Static<typeof BinderSettings>;

export const BinderSummary = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    description: Type.String(),
    conversation: Type.Boolean(),
    created_time: Milliseconds,
    updated_time: Milliseconds,
    owner: UserReference,
    total_members: Type.Integer(),
    total_pages: Type.Integer(),
    total_todos: Type.Integer(),
    total_comments: Type.Integer(),
    unread_feeds: Type.Integer({ description: 'Unread messages that other people posted.' }),
    revision: Type.Integer({ description: 'The binder’s latest log sequence.' }),
    thumbnail_uri: Type.String({
      description: 'Signed address of the first page’s thumbnail; empty without pages.',
    }),
    users: Type.Array(Member, {
      description: 'The owner and further members; in a list of binders at most 10 of each.',
    }),
    last_feed: Type.Union([Activity, Type.Null()], {
      description: 'The latest change, with long texts cut; null if there is no recent one.',
    }),
    feeds_timestamp: Milliseconds,
    binder_email: Type.String({ description: 'Empty: binders take no mail.' }),
  },
  { title: 'BinderSummary' },
);
export type BinderSummary = Static<typeof BinderSummary>;

export const Binder = Type.Object(
  {
    ...BinderSummary.properties,
    pages: Type.Array(Page, { description: 'The first 100; `pages` lists them all.' }),
  },
  { title: 'Binder' },
);
export type Binder = Static<typeof Binder>;

/** A binder without its content, for the org's admins. */
export const OrgBinder = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    conversation: Type.Boolean(),
    owner: UserReference,
    total_members: Type.Integer(),
    total_pages: Type.Integer(),
    created_time: Milliseconds,
    updated_time: Milliseconds,
  },
  { title: 'OrgBinder' },
);
export type OrgBinder = Static<typeof OrgBinder>;
