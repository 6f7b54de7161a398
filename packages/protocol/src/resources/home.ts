import Type, { type Static } from 'typebox';
import { BinderId, Milliseconds, SessionKey, UserId } from '../scalars.ts';
import { FileRequest } from './file-request.ts';
import { FormField } from './form.ts';
import { MeetParticipants, MeetState } from './meet.ts';
import { UserReference } from './people.ts';
import { SignaturePlace } from './signature.ts';
import { DueDay } from './todo.ts';
import { Action } from './transaction.ts';

const binder = Type.Object({ id: BinderId, name: Type.String() });

export const WaitingStep = Type.Object(
  {
    binder,
    time: Type.Integer({ description: 'When it became the caller’s turn, in milliseconds.' }),
    user: UserReference,
    transaction: Type.Object({ id: Type.Integer(), title: Type.String() }),
    for: Type.Optional(
      Type.Object(
        { id: UserId, name: Type.String() },
        {
          description: 'The assignee for whom the caller answers as a delegate. Pass `id` as `for_user_id`.',
        },
      ),
    ),
    step: Type.Object({
      id: Type.Integer(),
      actions: Type.Array(Action),
      fields: Type.Optional(Type.Array(FormField, { description: 'Present only for a step with a form.' })),
      page_ids: Type.Optional(
        Type.Array(Type.Integer(), {
          description:
            'Present only for an acknowledgement: the pages that the caller must open before the press.',
        }),
      ),
      file_requests: Type.Optional(
        Type.Array(FileRequest, { description: 'Present only for a step that asks for files.' }),
      ),
      signatures: Type.Optional(
        Type.Array(SignaturePlace, { description: 'Present only for a step that asks for signatures.' }),
      ),
      due_time: Type.Optional(Milliseconds),
      due_day: Type.Optional(DueDay),
    }),
  },
  { title: 'WaitingStep', description: '`user` is the creator of the transaction.' },
);
export type WaitingStep = Static<typeof WaitingStep>;

export const HomeApproval = Type.Object(
  { type: Type.Literal('approval'), ...WaitingStep.properties },
  { title: 'HomeApproval' },
);
export type HomeApproval = Static<typeof HomeApproval>;

const message = Type.Object({
  id: Type.Integer(),
  text: Type.String({ description: 'The beginning of the text, without formatting.' }),
  thread_id: Type.Optional(
    Type.Integer({
      description: 'The id of the first message of the thread. Absent if the message is not in a thread.',
    }),
  ),
  thread_only: Type.Optional(Type.Literal(true)),
  file: Type.Optional(Type.Object({ name: Type.String() })),
  has_audio: Type.Optional(Type.Literal(true, { description: 'The message contains a voice message.' })),
});

export const HomeMessage = Type.Object(
  {
    type: Type.Enum(['mention', 'reply']),
    binder,
    time: Milliseconds,
    user: UserReference,
    message,
    is_unread: Type.Boolean(),
  },
  { title: 'HomeMessage' },
);
export type HomeMessage = Static<typeof HomeMessage>;

export const HomeTodo = Type.Object(
  {
    type: Type.Literal('todo'),
    binder,
    time: Type.Integer({ description: 'When the to-do was created, in milliseconds.' }),
    user: UserReference,
    todo: Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      due_time: Type.Optional(Milliseconds),
      due_day: Type.Optional(DueDay),
    }),
  },
  { title: 'HomeTodo' },
);
export type HomeTodo = Static<typeof HomeTodo>;

export const HomeMeet = Type.Object(
  {
    type: Type.Literal('meet'),
    binder,
    time: Type.Integer({ description: 'When the meet started or will start, in milliseconds.' }),
    user: UserReference,
    meet: Type.Object({
      session_key: SessionKey,
      name: Type.String(),
      status: MeetState,
      end_time: Type.Optional(Milliseconds),
      participants: Type.Optional(MeetParticipants),
    }),
  },
  { title: 'HomeMeet' },
);
export type HomeMeet = Static<typeof HomeMeet>;

export const HomeSaved = Type.Object(
  {
    type: Type.Literal('saved'),
    binder,
    time: Milliseconds,
    user: UserReference,
    message,
    saved_time: Milliseconds,
    remind_time: Type.Optional(Milliseconds),
    is_due: Type.Boolean({ description: 'True if the time of the reminder has passed.' }),
  },
  { title: 'HomeSaved' },
);
export type HomeSaved = Static<typeof HomeSaved>;

export const HomeRequest = Type.Object(
  {
    type: Type.Literal('request'),
    binder,
    time: Type.Integer({ description: 'When the transaction was created, in milliseconds.' }),
    user: UserReference,
    transaction: Type.Object({
      id: Type.Integer(),
      title: Type.String(),
      due_time: Type.Optional(
        Type.Integer({ description: 'The earliest due time of the current steps, in milliseconds.' }),
      ),
      due_day: Type.Optional(DueDay),
    }),
    waiting_for: Type.Array(UserReference, {
      maxItems: 10,
      description: 'The first people who have not yet answered a current step, by name.',
    }),
    waiting_count: Type.Integer({
      minimum: 0,
      description: 'The number of people who have not yet answered a current step.',
    }),
  },
  { title: 'HomeRequest', description: '`user` is the caller.' },
);
export type HomeRequest = Static<typeof HomeRequest>;

/** `user` is the creator, author or host. */
export const HomeItem = Type.Union([HomeApproval, HomeMessage, HomeTodo, HomeMeet, HomeSaved, HomeRequest]);
export type HomeItem = Static<typeof HomeItem>;

export const homeFilters = ['approvals', 'mentions', 'todos', 'meets', 'saved', 'requests'] as const;
export type HomeFilter = (typeof homeFilters)[number];
