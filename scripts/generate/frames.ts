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

export const clientFrameNotes: Record<
  ClientFrameType,
  { meaning: string; answers: readonly ServerFrameType[] }
> = {
  hello: {
    meaning: 'The first frame: the token of the caller, which is in no address.',
    answers: ['welcome'],
  },
  token: {
    meaning:
      'Another token of the same user and client, before or after the first has expired. All subscriptions continue.',
    answers: ['welcome'],
  },
  subscribe: {
    meaning: 'Follows a binder, from a position or with a snapshot.',
    answers: ['entries', 'snapshot', 'refused'],
  },
  unsubscribe: { meaning: 'Ends a subscription.', answers: [] },
  subscribe_self: {
    meaning: 'Follows the list of all binders of the caller.',
    answers: ['binders', 'refused'],
  },
  publish: {
    meaning:
      'Sends something to the other subscribers of the binder. It is not stored. `pointer` and `stroke` need write access.',
    answers: [],
  },
  ping: {
    meaning: 'Requests a `pong`, for clients that cannot send pings of the protocol.',
    answers: ['pong'],
  },
};

/** `isUnsolicited`: the server also sends the frame without a request. */
export const serverFrameNotes: Record<ServerFrameType, { meaning: string; isUnsolicited: boolean }> = {
  welcome: { meaning: 'The token is valid, and the channel is open.', isUnsolicited: false },
  entries: {
    meaning: 'The next entries of a binder’s log after your position, with the changes that they made.',
    isUnsolicited: true,
  },
  snapshot: {
    meaning: 'The whole binder at a position. Replace your copy by it.',
    isUnsolicited: true,
  },
  refused: { meaning: 'The server rejected a subscription.', isUnsolicited: false },
  unsubscribed: {
    meaning:
      'The server has ended a subscription. After `RESPONSE_ERROR_SERVICE_UNAVAILABLE`, subscribe again. Otherwise, delete your copy of the binder.',
    isUnsolicited: true,
  },
  binders: { meaning: 'All binders of the caller, and the categories.', isUnsolicited: true },
  binder_changed: { meaning: 'A binder of the caller changed or was added.', isUnsolicited: true },
  binder_removed: { meaning: 'The caller is no longer a member of a binder.', isUnsolicited: true },
  categories: { meaning: 'The categories of the caller changed.', isUnsolicited: true },
  ephemeral: { meaning: 'A short-lived action of another subscriber. It may be lost.', isUnsolicited: true },
  read_marks: { meaning: 'How far members have read. It may be lost.', isUnsolicited: true },
  invalid_token: {
    meaning:
      'The token is no longer valid. Send another one until `deadline`, and the subscriptions continue.',
    isUnsolicited: true,
  },
  reconnect: {
    meaning: 'The server stops. Reconnect after this number of milliseconds.',
    isUnsolicited: true,
  },
  pong: { meaning: 'The answer to `ping`.', isUnsolicited: false },
};

export const closeCodeNotes: Record<keyof typeof closeCodes, string> = {
  goingAway: 'The server stops. Reconnect after the time in `reconnect`.',
  scheduleRetry: 'The server is temporarily unable to respond. Reconnect later.',
  badFrame: 'A frame is not JSON, has an unknown type, or is out of order. The reason names the field.',
  invalidToken: 'No valid token arrived in time.',
  helloTimeout: 'No `hello` arrived within 10 seconds.',
  slowReader: 'The client did not read fast enough. Resume from the last position.',
  tooMany: 'Too many frames, or too many connections of one user and client.',
};

const SUBSCRIBE = {
  type: 'subscribe',
  id: 1,
  binder_id: 'B1qA2wS3eD4rF5tG6yH7uJ8',
  position: { epoch: '5f0c1e7a9b2d', seq: 4711 },
} as const;

const EXPANDED = new Set(['Position', 'EphemeralData']);

export function describeFrames(): string {
  if (!Check(clientFrame, SUBSCRIBE)) throw new Error('the example of a frame does not fit its schema');
  return page('Frames of the realtime channel', [
    'The channel is a WebSocket at `{base_url}realtime`. The [guide](../guides/realtime.md) explains how to use it. Frames are JSON',
    'objects in text messages. Their `type` identifies them. For example:',
    '',
    '```json',
    JSON.stringify(SUBSCRIBE),
    '```',
    '',
    '[asyncapi.json](asyncapi.json) (AsyncAPI 3) describes the same frames, and the events of bots, for programs. Ignore unknown frames',
    'and fields: newer versions may add some.',
    '',
    '## Frames of the client',
    '',
    ...Object.entries(clientFrames).flatMap(([type, schema]) => {
      const { meaning, answers } = clientFrameNotes[type as ClientFrameType];
      const answered = answers.length > 0 ? ` Answered by ${answers.map(code).join(', ')}.` : '';
      return [`### ${type}`, '', meaning + answered, '', ...rows(schema)];
    }),
    '## Frames of the server',
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
  const lines = table(schema, {
    isIncluded: (path) => path !== 'type',
    expands: (title) => EXPANDED.has(title),
  });
  return lines.length > 2 ? [...lines, ''] : [];
}

function code(type: string): string {
  return `\`${type}\``;
}
