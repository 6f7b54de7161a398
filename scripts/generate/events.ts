import { Check } from 'typebox/value';
import { type EventKind, eventKinds, eventSchemas } from '../../packages/protocol/src/index.ts';
import { exampleOf } from './event-examples.ts';
import { table } from './fields.ts';
import { page } from './reference.ts';

/** When each kind of event is sent, and to whom. */
export const eventDescriptions: Record<EventKind, string> = {
  bot_enabled: 'An admin of an org enabled the bot there. The bot is now the user `bot.id` of that org.',
  bot_disabled:
    'An admin of an org disabled the bot there. Its tokens no longer work. A bot_uninstalled follows for each of its binders.',
  bot_installed: 'The bot was added to a binder. From now on it receives the events of the binder.',
  bot_uninstalled:
    'The bot left a binder, was removed or disabled, or the binder was deleted. This is the last event of the binder.',
  comment_posted:
    'A message was posted. `reply_to` is the message or page comment that it replies to, if that still exists.',
  comment_posted_on_page: 'Somebody commented on a page.',
  file_uploaded: 'A file was uploaded. Its pages follow as page_created.',
  meet_recording_ready: 'The recording of a meet can be played.',
  page_created: 'A page was uploaded or created, or was copied or moved into the binder.',
  page_annotated: 'Somebody drew on a page. `annotate.id` is the client_uuid of the annotation.',
  todo_created: 'A to-do was created.',
  todo_completed: 'A to-do was completed.',
  bot_postback:
    'Somebody pressed a postback button of a message of this bot, or a button in a transaction that the bot created. Only that bot receives it. `reply_to` is the message, if it still exists. `transaction` is present instead if the button was in a transaction.',
};

/** The reference of events, from the schemas that bots are typed by and tests hold the service to. */
export function describeEvents(): string {
  return page('Events', [
    'A bot receives these events at its webhook address, or polls them by `GET /apps/events`. Both deliver the same events, in the order of',
    'a `sequence` without gaps. A bot receives the events of its binders, except those that it caused, and only the kinds that its',
    'configuration selects.',
    '',
    'Every event has the same frame, and each kind adds its own part to `event`. All ids are strings, and times are UTC to the second. Ignore',
    'unknown fields: newer versions may add some. A field that **may be absent** is omitted, not null, if it has no value. All other fields are',
    'always present, except those of an absent object.',
    '',
    ...table(eventSchemas.comment_posted, { shown: (path) => !/^event\.(comment|reply_to)/.test(path) }),
    '',
    'In bot_postback, `event.user` has only `id` and `name`.',
    '',
    ...eventKinds.flatMap(section),
    'Source: `packages/protocol/src/events/`.',
  ]);
}

function section(kind: EventKind): string[] {
  const schema = eventSchemas[kind];
  const example = exampleOf(kind);
  if (!Check(schema, example)) throw new Error(`the example of ${kind} does not fit its schema`);
  const isOwn = (path: string) => /^event\.(?!timestamp|user|target)/.test(path);
  return [
    `## ${kind}`,
    '',
    eventDescriptions[kind],
    '',
    ...table(schema, { shown: isOwn }),
    '',
    '```json',
    JSON.stringify(example, null, 2),
    '```',
    '',
  ];
}
