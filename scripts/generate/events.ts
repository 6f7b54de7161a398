import { Check } from 'typebox/value';
import {
  botEvents,
  type ClientEventKind,
  clientEventKinds,
  clientEvents,
  type EventKind,
  eventKinds,
} from '../../packages/protocol/src/index.ts';
import { exampleOf } from './event-examples.ts';
import { table } from './fields.ts';
import { page } from './reference.ts';

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
    ...table(botEvents.comment_posted.schema, {
      isIncluded: (path) => !/^event\.(comment|reply_to)/.test(path),
    }),
    '',
    'In bot_postback, `event.user` has only `id` and `name`.',
    '',
    ...eventKinds.flatMap(section),
    '## The log of a client',
    '',
    'A client with `event_log` has a log of the events of its organisations. It polls them by `GET /events`, or receives them at its',
    '`events_url`. Besides the kinds below, it contains these of the kinds above: ' +
      `${clientEventKinds
        .filter((kind) => kind in botEvents)
        .map((kind) => `\`${kind}\``)
        .join(', ')}.`,
    '',
    ...clientEventKinds.filter((kind) => !(kind in botEvents)).flatMap(section),
    'Source: `packages/protocol/src/events/`.',
  ]);
}

function section(kind: EventKind | ClientEventKind): string[] {
  const { schema, meaning } = { ...clientEvents, ...botEvents }[kind];
  const example = exampleOf(kind);
  if (!Check(schema, example)) throw new Error(`the example of ${kind} does not fit its schema`);
  const isOwn = (path: string) => /^event\.(?!timestamp|user|target)/.test(path);
  return [
    kind in botEvents ? `## ${kind}` : `### ${kind}`,
    '',
    meaning,
    '',
    ...table(schema, { isIncluded: isOwn }),
    '',
    '```json',
    JSON.stringify(example, null, 2),
    '```',
    '',
  ];
}
