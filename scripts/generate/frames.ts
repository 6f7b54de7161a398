import { Check } from 'typebox/value';
import {
  type ClientFrame,
  ClientFrame as clientFrame,
  clientFrames,
  closeCodes,
  type ServerFrame,
  serverFrames,
} from '../../packages/protocol/src/index.ts';
import { table } from './fields.ts';
import { page } from './reference.ts';

type ClientFrameType = ClientFrame['type'];
type ServerFrameType = ServerFrame['type'];

/** What each frame of a client is for, and which frames answer it. */
export const clientFrameNotes: Record<
  ClientFrameType,
  { meaning: string; answers: readonly ServerFrameType[] }
> = {
  hello: {
    meaning: 'The first frame: who one is. The token stands in no address.',
    answers: ['welcome'],
  },
  token: {
    meaning:
      'Another token of the same user and client, before or after the first has ended. All subscriptions go on.',
    answers: ['welcome'],
  },
  subscribe: {
    meaning: 'Follows a binder: from a position on, or from a snapshot on.',
    answers: ['entries', 'snapshot', 'refused'],
  },
  unsubscribe: { meaning: 'Nothing more is wanted of a binder.', answers: [] },
  subscribe_self: {
    meaning: 'Follows the list of all binders of the caller.',
    answers: ['binders', 'refused'],
  },
  publish: {
    meaning:
      'Tells those who look at the binder something that is stored nowhere. `pointer` and `stroke` need write access.',
    answers: [],
  },
  ping: { meaning: 'Asks for a `pong`, where pings of the protocol cannot be sent.', answers: ['pong'] },
};

/** What each frame of the server says, and whether it comes unasked. */
export const serverFrameNotes: Record<ServerFrameType, { meaning: string; isUnasked: boolean }> = {
  welcome: { meaning: 'The token counts: the channel is open.', isUnasked: false },
  entries: {
    meaning:
      'Entries of a binder’s log that follow each other and the position one is at, with what they changed.',
    isUnasked: true,
  },
  snapshot: {
    meaning: 'A binder as a whole at a position. What one holds of it is replaced.',
    isUnasked: true,
  },
  refused: { meaning: 'A subscription was not granted.', isUnasked: false },
  unsubscribed: {
    meaning: 'A subscription has ended. What one holds of the binder is to be forgotten.',
    isUnasked: true,
  },
  binders: { meaning: 'All binders of the caller, and the categories.', isUnasked: true },
  binder_changed: { meaning: 'A binder of the caller changed, or came.', isUnasked: true },
  binder_removed: { meaning: 'A binder is no longer the caller’s.', isUnasked: true },
  categories: { meaning: 'The categories of the caller have become others.', isUnasked: true },
  ephemeral: { meaning: 'What somebody does at this moment. It may be lost.', isUnasked: true },
  read_marks: { meaning: 'How far members have read by now. It may be lost.', isUnasked: true },
  invalid_token: {
    meaning: 'The token no longer counts. Until `deadline` another one goes on where it stopped.',
    isUnasked: true,
  },
  reconnect: { meaning: 'The server stops. Come back after so many milliseconds.', isUnasked: true },
  pong: { meaning: 'The answer to `ping`.', isUnasked: false },
};

/** What each close code means. */
export const closeCodeNotes: Record<keyof typeof closeCodes, string> = {
  goingAway: 'The server stops. Come back after the time of `reconnect`.',
  tryAgain: 'The server cannot answer at this moment. Come back later.',
  badFrame: 'A frame is no JSON, of no known type, or out of turn. The reason names the field.',
  invalidToken: 'No token that counts came in time.',
  helloTimeout: 'No `hello` came within 10 seconds.',
  slowReader: 'What was sent was not read. Resume from the last position.',
  tooMany: 'Too many frames, or too many connections of one user and client.',
};

const SUBSCRIBE = {
  type: 'subscribe',
  id: 1,
  binder_id: 'B1qA2wS3eD4rF5tG6yH7uJ8',
  position: { epoch: '5f0c1e7a9b2d', seq: 4711 },
} as const;

/** Objects that no other reference tells of. */
const EXPANDED = new Set(['Position', 'EphemeralData']);

/** The reference of frames, from the schemas that both sides are typed by. */
export function describeFrames(): string {
  if (!Check(clientFrame, SUBSCRIBE)) throw new Error('the example of a frame does not fit its schema');
  return page('Frames of the realtime channel', [
    'The channel is a WebSocket at `{base_url}realtime`; the [guide](../guides/realtime.md) leads through it. Frames are JSON',
    'objects in text messages, told apart by `type`, such as',
    '',
    '```json',
    JSON.stringify(SUBSCRIBE),
    '```',
    '',
    'The same as a document for programs, with the messages that bots are sent: [asyncapi.json](asyncapi.json) (AsyncAPI 3).',
    'Expect frames and members that are not listed here: more may be added.',
    '',
    '## What a client sends',
    '',
    ...Object.entries(clientFrames).flatMap(([type, schema]) => {
      const { meaning, answers } = clientFrameNotes[type as ClientFrameType];
      const answered = answers.length > 0 ? ` Answered by ${answers.map(code).join(', ')}.` : '';
      return [`### ${type}`, '', meaning + answered, '', ...rows(schema)];
    }),
    '## What the server sends',
    '',
    ...Object.entries(serverFrames).flatMap(([type, schema]) => [
      `### ${type}`,
      '',
      serverFrameNotes[type as ServerFrameType].meaning,
      '',
      ...rows(schema),
    ]),
    '## Close codes',
    '',
    '| Code | Meaning |',
    '|---|---|',
    ...Object.entries(closeCodes).map(
      ([name, value]) => `| ${value} | ${closeCodeNotes[name as keyof typeof closeCodes]} |`,
    ),
    '| 1009 | A frame is longer than 64 KiB. |',
    '',
    'Source: `packages/protocol/src/realtime/`.',
  ]);
}

function rows(schema: Parameters<typeof table>[0]): string[] {
  const lines = table(schema, { shown: (path) => path !== 'type', expands: (title) => EXPANDED.has(title) });
  return lines.length > 2 ? [...lines, ''] : [];
}

function code(type: string): string {
  return `\`${type}\``;
}
