import { Check } from 'typebox/value';
import { type EventKind, eventKinds, eventSchemas } from '../../packages/protocol/src/index.ts';
import { exampleOf } from './event-examples.ts';
import { table } from './fields.ts';
import { page } from './reference.ts';

/** When each kind of event is sent, and to whom. */
export const eventDescriptions: Record<EventKind, string> = {
  bot_enabled: 'An admin of an org enabled the bot there. The bot is now the user `bot.id` of that org.',
  bot_disabled:
    'An admin of an org disabled the bot there. Its tokens have stopped; a bot_uninstalled follows for each binder that it was in.',
  bot_installed: 'The bot was added to a binder. From now on it is told what happens there.',
  bot_uninstalled:
    'The bot left a binder, was taken out, was disabled, or the binder was deleted: the last event of this binder.',
  comment_posted:
    'A message was posted. `reply_to` is the message or page comment that it answers, if it is still there.',
  comment_posted_on_page: 'A comment was made on a page.',
  file_uploaded: 'A file was uploaded. Its pages follow as page_created.',
  meet_recording_ready: 'The recording of a meet can be played. Not sent yet: it comes with meets.',
  page_created: 'A page came to be: uploaded, made, or copied or moved into the binder.',
  page_annotated: 'Something was drawn on a page. `annotate.id` is its client_uuid.',
  todo_created: 'A to-do was created.',
  todo_completed: 'A to-do was completed.',
  bot_postback:
    'Someone tapped a postback button under a message of this bot, or pressed a button in a transaction that it made. Sent to that bot alone. `reply_to` is the message, if it is still there; `transaction` is there for a press instead.',
};

/** The reference of events, from the schemas that bots are typed by and tests hold the service to. */
export function describeEvents(): string {
  return page('Events', [
    'A bot is sent these messages: pushed to its webhook address, or pulled by `GET /apps/events`. Both give the same',
    'messages, in the order of a `sequence` that has no gaps. A bot is told what happens in the binders that it is',
    'installed in, but not what it does itself, and only of the kinds that it was configured to want.',
    '',
    'Every message has the same frame; each kind adds its own part to `event`. All ids are strings, and times are',
    'UTC to the second. Expect members that are not listed here: more may be added. What is marked as **may be absent**',
    'is left out, and not null, when there is nothing to say; everything else is always there, members of an absent',
    'object excepted.',
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
