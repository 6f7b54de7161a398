import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox';
import { PageType } from '../resources/page.ts';
import {
  CompletedStep,
  EndedTransaction,
  EventBot,
  EventComment,
  EventTarget,
  EventTime,
  EventUser,
  Postback,
  PressedStep,
  ReassignedStep,
  StepReference,
  TappingUser,
} from './parts.ts';

interface Declaration<Payload extends TProperties, User extends TSchema> {
  meaning: string;
  payload: Payload;
  example: Static<TObject<Payload>>;
  target: EventTarget['object_type'];
  user?: User;
}

export function event<
  Kind extends string,
  Payload extends TProperties,
  User extends TSchema = typeof EventUser,
>(kind: Kind, { payload, user = EventUser as unknown as User, ...rest }: Declaration<Payload, User>) {
  const schema = Type.Object(
    {
      message_id: Type.String({
        description: 'The id of the message. It is the same for every delivery of this event.',
      }),
      message_type: Type.Literal(kind),
      binder_id: Type.String({ description: 'The binder of the event. Empty for an event of an org.' }),
      client_id: Type.String({ description: 'The bot app or client that receives the event.' }),
      org_id: Type.String({
        description: 'The org of the event. For a bot, the org in which it is enabled.',
      }),
      event: Type.Object({ timestamp: EventTime, user, ...payload, target: EventTarget }),
    },
    { title: kind },
  );
  return { ...rest, schema };
}

const comment = { comment: EventComment, reply_to: Type.Optional(EventComment) };
const bot = { bot: EventBot };
const exampleBot = { bot: { id: 'U3vK1xQZ8mR5tY7wE2oP9aL', name: 'Approvals' } };
const todo = { todo: Type.Object({ id: Type.String(), name: Type.String() }) };
const exampleTodo = { todo: { id: '57', name: 'Send the contract' } };

const exampleStep = { id: '52', step_id: '53' };

export const transactionEvents = {
  transaction_created: event('transaction_created', {
    meaning: 'A transaction was created. A step_ready follows for each step that can be answered.',
    payload: { transaction: Type.Object({ id: Type.String(), title: Type.String() }) },
    example: { transaction: { id: '52', title: 'Loan 1207' } },
    target: 'binder',
  }),
  step_ready: event('step_ready', {
    meaning:
      'A step can be answered from now on: its transaction was created, activated or reopened, or the steps before it were completed.',
    payload: { transaction: StepReference },
    example: { transaction: exampleStep },
    target: 'binder',
  }),
  step_completed: event('step_completed', {
    meaning:
      'This press completed a step. `outcome` is present if the press also ended the transaction. `signatures` describes the signatures of the step. To get the signatures themselves and the answers to a form, read the transaction.',
    payload: { transaction: CompletedStep },
    example: { transaction: { ...exampleStep, click_button_id: 'approve' } },
    target: 'binder',
  }),
  transaction_completed: event('transaction_completed', {
    meaning: 'A transaction ended with the outcome `completed`.',
    payload: { transaction: EndedTransaction },
    example: { transaction: { id: '52', outcome: 'completed' as const } },
    target: 'binder',
  }),
  transaction_rejected: event('transaction_rejected', {
    meaning: 'A transaction ended with the outcome `rejected`.',
    payload: { transaction: EndedTransaction },
    example: { transaction: { id: '52', outcome: 'rejected' as const } },
    target: 'binder',
  }),
  step_overdue: event('step_overdue', {
    meaning: 'The due time of an open step passed. `event.user` is the creator of the transaction.',
    payload: { transaction: Type.Object({ ...StepReference.properties, due_time: EventTime }) },
    example: { transaction: { ...exampleStep, due_time: '2026-11-21T09:30:00Z' } },
    target: 'binder',
  }),
  step_reassigned: event('step_reassigned', {
    meaning: 'A step was assigned to another person, or escalated because it was overdue.',
    payload: { transaction: ReassignedStep },
    example: {
      transaction: {
        ...exampleStep,
        user_id: 'U5tR4eW3qA2sD1fG9hJ8kL7',
        previous_user_id: 'U3vK1xQZ8mR5tY7wE2oP9aL',
      },
    },
    target: 'binder',
  }),
};

/** Schemas, reference, samples and the console's list are generated from this table. */
export const botEvents = {
  bot_enabled: event('bot_enabled', {
    meaning: 'An admin of an org enabled the bot there. The bot is now the user `bot.id` of that org.',
    payload: bot,
    example: exampleBot,
    target: 'org',
  }),
  bot_disabled: event('bot_disabled', {
    meaning:
      'An admin of an org disabled the bot there. Its tokens no longer work. A bot_uninstalled follows for each of its binders.',
    payload: bot,
    example: exampleBot,
    target: 'org',
  }),
  bot_installed: event('bot_installed', {
    meaning: 'The bot was added to a binder. From now on it receives the events of the binder.',
    payload: bot,
    example: exampleBot,
    target: 'binder',
  }),
  bot_uninstalled: event('bot_uninstalled', {
    meaning:
      'The bot left a binder, was removed or disabled, or the binder was deleted. This is the last event of the binder.',
    payload: bot,
    example: exampleBot,
    target: 'binder',
  }),
  comment_posted: event('comment_posted', {
    meaning:
      'A message was posted. `reply_to` is the message or page comment that it replies to, if that still exists.',
    payload: comment,
    example: {
      comment: { id: '2888', text: 'Done, see page 3.', audio: null, richtext: '[b]Done[/b], see page 3.' },
      reply_to: { id: '2880', text: 'Is the draft ready?', audio: null },
    },
    target: 'binder',
  }),
  comment_posted_on_page: event('comment_posted_on_page', {
    meaning: 'Somebody commented on a page.',
    payload: comment,
    example: {
      comment: { id: '2889', text: 'This figure is wrong.', audio: null, is_position_comment: true },
    },
    target: 'page',
  }),
  comment_edited_on_page: event('comment_edited_on_page', {
    meaning: 'The author of a comment on a page changed its text.',
    payload: { comment: EventComment },
    example: {
      comment: { id: '2889', text: 'These figures are wrong.', audio: null, is_position_comment: true },
    },
    target: 'page',
  }),
  file_uploaded: event('file_uploaded', {
    meaning: 'A file was uploaded. Its pages follow as page_created.',
    payload: {
      file: Type.Object({ id: Type.String(), name: Type.String(), mimeType: Type.String() }),
    },
    example: {
      file: { id: 'F8mN7bV6cX5zL4kJ3hG2fD1', name: 'Contract.pdf', mimeType: 'application/pdf' },
    },
    target: 'binder',
  }),
  meet_recording_ready: event('meet_recording_ready', {
    meaning: 'The recording of a meet can be played.',
    payload: {
      meet: Type.Object({
        id: Type.String(),
        topic: Type.String(),
        recording_url: Type.Union([Type.String(), Type.Null()]),
        start_time: EventTime,
        end_time: EventTime,
      }),
    },
    example: {
      meet: {
        id: '713402996',
        topic: 'Weekly',
        recording_url: 'https://rings.example/v1/board/713402996',
        start_time: '2026-11-21T08:00:00Z',
        end_time: '2026-11-21T08:45:10Z',
      },
    },
    target: 'binder',
  }),
  page_created: event('page_created', {
    meaning: 'A page was uploaded or created, or was copied or moved into the binder.',
    payload: { page: Type.Object({ id: Type.String(), type: PageType }) },
    example: { page: { id: '41', type: 'PAGE_TYPE_PDF' } },
    target: 'binder',
  }),
  page_annotated: event('page_annotated', {
    meaning: 'Somebody drew on a page. `annotate.id` is the client_uuid of the annotation.',
    payload: { annotate: Type.Object({ id: Type.String() }) },
    example: { annotate: { id: '6f0a3c1e-8d0b-4f57-9a55-0c8f3f6f2b11' } },
    target: 'page',
  }),
  todo_created: event('todo_created', {
    meaning: 'A to-do was created.',
    payload: todo,
    example: exampleTodo,
    target: 'binder',
  }),
  todo_completed: event('todo_completed', {
    meaning: 'A to-do was completed.',
    payload: todo,
    example: exampleTodo,
    target: 'binder',
  }),
  bot_postback: event('bot_postback', {
    meaning:
      'Somebody pressed a postback button in a message of the bot, or a button in a transaction that the bot created. Only this bot receives the event. For a button in a message, `reply_to` is the message, if it still exists. For a button in a transaction, `transaction` is present instead.',
    payload: {
      postback: Postback,
      reply_to: Type.Optional(EventComment),
      transaction: Type.Optional(PressedStep),
    },
    example: {
      postback: { text: 'Approve', payload: { invoice: 1207 } },
      reply_to: { id: '2888', text: 'Invoice 1207: 310 EUR', audio: null },
    },
    target: 'binder',
    user: TappingUser,
  }),
  ...transactionEvents,
};

export type EventKind = keyof typeof botEvents;

export const eventKinds = Object.keys(botEvents) as EventKind[];

export type EventOf<Kind extends EventKind> = Static<(typeof botEvents)[Kind]['schema']>;

export type BotEvent = { [Kind in EventKind]: EventOf<Kind> }[EventKind];
