import Type, { type Static, type TProperties, type TSchema } from 'typebox';
import { PageType } from '../resources/page.ts';
import {
  EventBot,
  EventComment,
  EventTarget,
  EventTime,
  EventUser,
  Postback,
  PressedStep,
  TappingUser,
} from './parts.ts';

/** What every event says beside its own payload. */
function event<Kind extends string, Payload extends TProperties, User extends TSchema = typeof EventUser>(
  kind: Kind,
  payload: Payload,
  user: User = EventUser as unknown as User,
) {
  return Type.Object(
    {
      message_id: Type.String({ description: 'The same for every delivery of this event.' }),
      message_type: Type.Literal(kind),
      binder_id: Type.String({ description: 'Empty for events of an org.' }),
      client_id: Type.String({ description: 'The bot app.' }),
      org_id: Type.String({ description: 'The org in which the bot app is enabled.' }),
      event: Type.Object({ timestamp: EventTime, user, ...payload, target: EventTarget }),
    },
    { title: kind },
  );
}

const comment = { comment: EventComment, reply_to: Type.Optional(EventComment) };
const postback = {
  postback: Postback,
  reply_to: Type.Optional(EventComment),
  transaction: Type.Optional(PressedStep),
};
const todo = { todo: Type.Object({ id: Type.String(), name: Type.String() }) };

/** The schema of each kind of event that a bot is sent. */
export const eventSchemas = {
  bot_enabled: event('bot_enabled', { bot: EventBot }),
  bot_disabled: event('bot_disabled', { bot: EventBot }),
  bot_installed: event('bot_installed', { bot: EventBot }),
  bot_uninstalled: event('bot_uninstalled', { bot: EventBot }),
  comment_posted: event('comment_posted', comment),
  comment_posted_on_page: event('comment_posted_on_page', comment),
  file_uploaded: event('file_uploaded', {
    file: Type.Object({ id: Type.String(), name: Type.String(), mimeType: Type.String() }),
  }),
  meet_recording_ready: event('meet_recording_ready', {
    meet: Type.Object({
      id: Type.String(),
      topic: Type.String(),
      recording_url: Type.Union([Type.String(), Type.Null()]),
      start_time: EventTime,
      end_time: EventTime,
    }),
  }),
  page_created: event('page_created', { page: Type.Object({ id: Type.String(), type: PageType }) }),
  page_annotated: event('page_annotated', { annotate: Type.Object({ id: Type.String() }) }),
  todo_created: event('todo_created', todo),
  todo_completed: event('todo_completed', todo),
  bot_postback: event('bot_postback', postback, TappingUser),
} as const;

/** The name of a kind of event. */
export type EventKind = keyof typeof eventSchemas;

/** All kinds of event, as `message_type` names them. */
export const eventKinds = Object.keys(eventSchemas) as EventKind[];

/** An event of one kind. */
export type EventOf<Kind extends EventKind> = Static<(typeof eventSchemas)[Kind]>;

/** Any event that a bot is sent. */
export type BotEvent = { [Kind in EventKind]: EventOf<Kind> }[EventKind];
