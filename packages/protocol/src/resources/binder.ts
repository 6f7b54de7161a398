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
      description:
        '`BOARD_INVITED`: the person is invited but has not signed in yet. In this case, `user.id` is empty.',
    }),
    created_time: Milliseconds,
    updated_time: Milliseconds,
    disabled: Type.Optional(
      Type.Literal(true, {
        description:
          'The account or its org is disabled, so the member can be neither mentioned nor assigned. Absent if the account is enabled, in lists of binders, and in responses to requests with `as_of`.',
      }),
    ),
    user: User,
  },
  { title: 'Member' },
);
export type Member = Static<typeof Member>;

export const BinderSettings = Type.Object(
  {
    is_favourite: Type.Boolean(),
    is_muted: Type.Boolean({ description: 'True if the member has muted the binder.' }),
    is_archived: Type.Boolean({
      description:
        'True if the member has archived the binder. Becomes false when another person posts a message. In a muted binder, only a message that mentions the member has this effect.',
    }),
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
    revision: Type.Integer({ description: 'The sequence number of the latest entry in the binder’s log.' }),
    thumbnail_uri: Type.String({
      description:
        'A signed address of the cover: the cover picture or the thumbnail of the first page. Empty if there is neither.',
    }),
    users: Type.Array(Member, {
      description:
        'The members, including the owner. A list of binders contains only the owner and up to 9 other members of each binder. `GET /{binder_id}` also returns people who are invited but have not signed in yet.',
    }),
    last_feed: Type.Union([Activity, Type.Null()], {
      description: 'The latest change. Long texts are cut. Null without a recent change.',
    }),
    feeds_timestamp: Milliseconds,
    binder_email: Type.String({ description: 'Always empty, because binders do not receive email.' }),
  },
  { title: 'BinderSummary' },
);
export type BinderSummary = Static<typeof BinderSummary>;

export const Binder = Type.Object(
  {
    ...BinderSummary.properties,
    pages: Type.Array(Page, {
      description: 'The first 100 pages. To get all pages, call `GET /{binder_id}/pages`.',
    }),
  },
  { title: 'Binder' },
);
export type Binder = Static<typeof Binder>;

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
