import Type, { type Static } from 'typebox';
import { BinderSummary, Member } from '../resources/binder.ts';
import { Meet } from '../resources/meet.ts';
import { LogEntry, Message } from '../resources/message.ts';
import { Annotation, File, Page } from '../resources/page.ts';
import { PageComment } from '../resources/page-comment.ts';
import { Section } from '../resources/section.ts';
import { Todo } from '../resources/todo.ts';
import { Transaction } from '../resources/transaction.ts';
import { FileId, OrgId, UserId } from '../scalars.ts';

/**
 * A message's log entry does not contain the binder. Clients take `updated_time` from the newest entry and
 * count `total_comments` themselves.
 */
export const SharedBinder = Type.Omit(
  BinderSummary,
  ['unread_feeds', 'revision', 'users', 'last_feed', 'feeds_timestamp', 'binder_email'],
  { title: 'SharedBinder' },
);
export type SharedBinder = Static<typeof SharedBinder>;

export const PageWithoutAnnotations = Type.Omit(Page, ['svg_tags'], { title: 'PageWithoutAnnotations' });
export type PageWithoutAnnotations = Static<typeof PageWithoutAnnotations>;

const Id = Type.Integer({ minimum: 1 });

/**
 * `value` is null if the object was deleted. It may be newer than its entry, but clients that apply all
 * entries in order reach the same state.
 */
export const Change = Type.Union(
  [
    Type.Object({
      type: Type.Literal('binder'),
      seq: Type.Integer({
        description:
          'The sequence at which the server read the binder. `total_comments` counts the messages up to this sequence.',
      }),
      value: Type.Union([SharedBinder, Type.Null()]),
    }),
    Type.Object({ type: Type.Literal('member'), id: UserId, value: Type.Union([Member, Type.Null()]) }),
    Type.Object({
      type: Type.Literal('invited'),
      org_id: OrgId,
      email: Type.Union([Type.String(), Type.Null()]),
      unique_id: Type.Union([Type.String(), Type.Null()]),
      value: Type.Union([Member, Type.Null()]),
    }),
    Type.Object({ type: Type.Literal('message'), id: Id, value: Type.Union([Message, Type.Null()]) }),
    Type.Object({ type: Type.Literal('file'), id: FileId, value: Type.Union([File, Type.Null()]) }),
    Type.Object({
      type: Type.Literal('page'),
      id: Id,
      value: Type.Union([PageWithoutAnnotations, Type.Null()]),
    }),
    Type.Object({
      type: Type.Literal('annotation'),
      page_id: Id,
      client_uuid: Type.String(),
      value: Type.Union([Annotation, Type.Null()]),
    }),
    Type.Object({
      type: Type.Literal('page_comment'),
      page_id: Id,
      id: Id,
      value: Type.Union([PageComment, Type.Null()]),
    }),
    Type.Object({ type: Type.Literal('transaction'), id: Id, value: Type.Union([Transaction, Type.Null()]) }),
    Type.Object({ type: Type.Literal('todo'), id: Id, value: Type.Union([Todo, Type.Null()]) }),
    Type.Object({
      type: Type.Literal('todo_order'),
      ids: Type.Array(Id, {
        description: 'The ids of all to-dos, in the order of `GET /{binder_id}/todos`.',
      }),
    }),
    Type.Object({
      type: Type.Literal('sections'),
      value: Type.Array(Section, { description: 'All sections, in the order of the binder.' }),
    }),
    Type.Object({ type: Type.Literal('meet'), id: Id, value: Type.Union([Meet, Type.Null()]) }),
  ],
  { title: 'Change' },
);
export type Change = Static<typeof Change>;

export const RealtimeEntry = Type.Object(
  { ...LogEntry.properties, changes: Type.Array(Change) },
  { title: 'RealtimeEntry' },
);
export type RealtimeEntry = Static<typeof RealtimeEntry>;

/** `epoch` changes when an import or reset replaces the history. */
export const Position = Type.Object(
  { epoch: Type.String({ minLength: 1, maxLength: 64 }), seq: Type.Integer({ minimum: 0 }) },
  { title: 'Position' },
);
export type Position = Static<typeof Position>;

export const Snapshot = Type.Object(
  {
    binder: SharedBinder,
    members: Type.Array(Member),
    messages: Type.Array(Message, { description: 'The newest messages, newest first.' }),
    has_older_messages: Type.Boolean(),
    pinned_messages: Type.Array(Message, {
      description: 'All pinned messages. The message that was pinned last is first.',
    }),
    pages: Type.Array(Page),
    sections: Type.Array(Section, { description: 'All sections, in the order of the binder.' }),
    page_comments: Type.Array(
      Type.Object({ page_id: Id, comments: Type.Array(PageComment) }, { title: 'CommentsOfPage' }),
    ),
    transactions: Type.Array(Transaction),
    todos: Type.Array(Todo, { description: 'In the order of `GET /{binder_id}/todos`.' }),
    files: Type.Array(File),
    meets: Type.Array(Meet, { description: 'The newest meets, newest first.' }),
    is_complete: Type.Boolean({
      description: 'False if a list has more items than the snapshot contains. Read the others with REST.',
    }),
  },
  { title: 'Snapshot' },
);
export type Snapshot = Static<typeof Snapshot>;
