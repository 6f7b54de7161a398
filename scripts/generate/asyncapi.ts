import {
  botEvents,
  clientEvents,
  clientFrames,
  closeCodes,
  type EventKind,
  meetClientFrames,
  meetServerFrames,
  NotificationCall,
  serverFrames,
} from '../../packages/protocol/src/index.ts';
import { shareTitled } from '../../packages/server/src/http/openapi-components.ts';
import { exampleOf } from './event-examples.ts';
import { clientFrameNotes, closeCodeNotes, serverFrameNotes } from './frames.ts';
import { meetClientNotes, meetServerNotes } from './meet-frames.ts';

type Json = Record<string, unknown>;

const WEBHOOK_HEADERS = {
  type: 'object',
  description: 'By the Standard Webhooks specification.',
  properties: {
    'webhook-id': { type: 'string', description: 'The `message_id`: the same for every delivery.' },
    'webhook-timestamp': { type: 'string', description: 'Seconds since 1970-01-01 UTC.' },
    'webhook-signature': {
      type: 'string',
      description: '`v1,` and the base64 of HMAC-SHA256 of `id.timestamp.body`, one for each secret.',
    },
  },
  required: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
};

export function describeAsyncApi(): string {
  const schemas: Json = {};
  const share = (schema: unknown) => shareTitled(JSON.parse(JSON.stringify(schema)), schemas);
  const received = Object.entries(clientFrames).map(([type, schema]) =>
    messageOf(
      `client_${type}`,
      type,
      clientFrameNotes[type as keyof typeof clientFrames].meaning,
      share(schema),
    ),
  );
  const sent = Object.entries(serverFrames).map(([type, schema]) =>
    messageOf(
      `server_${type}`,
      type,
      serverFrameNotes[type as keyof typeof serverFrames].meaning,
      share(schema),
    ),
  );
  const events = Object.entries({ ...botEvents, ...clientEvents }).map(([kind, { schema, meaning }]) => {
    const message = messageOf(`event_${kind}`, kind, meaning, share(schema));
    const examples = [{ payload: exampleOf(kind as EventKind) }];
    return { ...message, kind, value: { ...message.value, headers: WEBHOOK_HEADERS, examples } };
  });
  const toBots = events.filter(({ kind }) => kind in botEvents);
  const toClients = events.filter(({ kind }) => kind in clientEvents);
  const meet = {
    received: Object.entries(meetClientFrames).map(([type, schema]) =>
      messageOf(`meet_client_${type}`, type, noteOf(meetClientNotes, type).meaning, share(schema)),
    ),
    sent: Object.entries(meetServerFrames).map(([type, schema]) =>
      messageOf(`meet_server_${type}`, type, noteOf(meetServerNotes, type).meaning, share(schema)),
    ),
  };
  const notification = notificationOf(share(NotificationCall));
  const sentMessages = { toBots, toClients, notification };
  const all = [...received, ...sent, ...meet.received, ...meet.sent, ...events, notification];
  const document = {
    asyncapi: '3.0.0',
    info: {
      title: 'Ringbinder: realtime channel, channels of meets and bot events',
      version: '1',
      description:
        'Messages that the service sends unasked: on the realtime channel and the channel of a meet, which are WebSockets, and to the webhooks of bots. The calls that are answered are in the OpenAPI document.',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    servers: {
      production: server('/v1', 'Production'),
      sandbox: server('/sandbox/v1', 'Sandbox'),
    },
    channels: {
      realtime: {
        address: '/realtime',
        title: 'The realtime channel',
        description: `Frames are JSON objects in text messages of at most 64 KiB; the first is \`hello\`. The server closes with: ${closings()}.`,
        servers: [{ $ref: '#/servers/production' }, { $ref: '#/servers/sandbox' }],
        messages: referencesTo([...received, ...sent]),
        bindings: { ws: { method: 'GET', bindingVersion: '0.1.0' } },
      },
      meet: {
        address: '/meets/{session_key}/channel',
        title: 'The channel of a meet',
        description:
          'Signalling of one meet, whose media goes over WebRTC. Frames are JSON objects in text messages of at most 128 KiB; the first is `hello`. The close codes are those of the realtime channel.',
        parameters: { session_key: { description: 'The key of the meet.' } },
        servers: [{ $ref: '#/servers/production' }, { $ref: '#/servers/sandbox' }],
        messages: referencesTo([...meet.received, ...meet.sent]),
        bindings: { ws: { method: 'GET', bindingVersion: '0.1.0' } },
      },
      ...webhookChannels(sentMessages),
    },
    operations: {
      ...Object.fromEntries(
        Object.keys(clientFrames).map((type) => [
          `receive_${type}`,
          receive('realtime', '', type, clientFrameNotes[type as keyof typeof clientFrames]),
        ]),
      ),
      ...Object.fromEntries(
        Object.entries(meetClientNotes).map(([type, note]) => [
          `receive_meet_${type}`,
          receive('meet', 'meet_', type, note),
        ]),
      ),
      send_meet: {
        action: 'send',
        summary: 'Messages that the server sends unasked in a meet',
        channel: { $ref: '#/channels/meet' },
        messages: Object.entries(meetServerNotes)
          .filter(([, { isUnsolicited }]) => isUnsolicited)
          .map(([type]) => ({ $ref: `#/channels/meet/messages/meet_server_${type}` })),
      },
      send: {
        action: 'send',
        summary: 'Messages that the server sends unasked',
        channel: { $ref: '#/channels/realtime' },
        messages: Object.entries(serverFrameNotes)
          .filter(([, { isUnsolicited }]) => isUnsolicited)
          .map(([type]) => ({ $ref: `#/channels/realtime/messages/server_${type}` })),
      },
      ...webhookOperations(sentMessages),
    },
    components: {
      messages: Object.fromEntries(all.map(({ name, value }) => [name, value])),
      schemas: Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

interface SentMessages {
  toBots: readonly { name: string }[];
  toClients: readonly { name: string }[];
  notification: { name: string };
}

function webhookChannels({ toBots, toClients, notification }: SentMessages): Json {
  return {
    botWebhook: {
      address: null,
      title: 'The webhook of a bot',
      description:
        'A POST to the address that the bot app was configured with, for each event, in the order of the bot’s log. Any 2xx takes it. `GET /apps/events` gives the same messages to bots without an address.',
      servers: [],
      messages: referencesTo(toBots),
    },
    clientEvents: {
      address: null,
      title: 'The events_url of a client',
      description:
        'A POST to the address of a client with a log, for each event, in the order of each binder. Any 2xx accepts it. `GET /events` returns the same messages.',
      servers: [],
      messages: referencesTo(toClients),
    },
    clientNotifications: {
      address: null,
      title: 'The notification_url of a client',
      description:
        'A POST to the address of a client, for each person and binder at most once a minute. Any 2xx accepts it.',
      servers: [],
      messages: referencesTo([notification]),
    },
  };
}

function webhookOperations({ toBots, toClients }: SentMessages): Json {
  return {
    send_event: {
      action: 'send',
      summary: 'An event of a bot',
      channel: { $ref: '#/channels/botWebhook' },
      messages: toBots.map(({ name }) => ({ $ref: `#/channels/botWebhook/messages/${name}` })),
      bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
    },
    send_client_event: {
      action: 'send',
      summary: 'An event of the log of a client',
      channel: { $ref: '#/channels/clientEvents' },
      messages: toClients.map(({ name }) => ({ $ref: `#/channels/clientEvents/messages/${name}` })),
      bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
    },
    send_notification: {
      action: 'send',
      summary: 'A notification of a person',
      channel: { $ref: '#/channels/clientNotifications' },
      messages: [{ $ref: '#/channels/clientNotifications/messages/notification' }],
      bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
    },
  };
}

function messageOf(name: string, type: string, summary: string, payload: unknown) {
  return { name, value: { name: type, title: type, summary, payload } as Json };
}

function notificationOf(payload: unknown) {
  const summary = 'New and unread items in a binder for one person';
  const message = messageOf('notification', 'notification', summary, payload);
  return { ...message, value: { ...message.value, headers: WEBHOOK_HEADERS } };
}

function server(pathname: string, title: string): Json {
  return {
    host: '{host}',
    pathname,
    protocol: 'wss',
    title,
    variables: { host: { default: 'localhost:8400', description: 'Where the service is reached.' } },
  };
}

function referencesTo(messages: readonly { name: string }[]): Json {
  return Object.fromEntries(messages.map(({ name }) => [name, { $ref: `#/components/messages/${name}` }]));
}

function noteOf<T>(notes: Record<string, T>, type: string): T {
  const note = notes[type];
  if (note === undefined) throw new Error(`nothing is said of the frame ${type}`);
  return note;
}

function receive(
  of: 'realtime' | 'meet',
  prefix: string,
  type: string,
  { meaning, answers }: { meaning: string; answers: readonly string[] },
): Json {
  const channel = { $ref: `#/channels/${of}` };
  const messages = [{ $ref: `#/channels/${of}/messages/${prefix}client_${type}` }];
  const reply = {
    channel,
    messages: answers.map((answer) => ({ $ref: `#/channels/${of}/messages/${prefix}server_${answer}` })),
  };
  return {
    action: 'receive',
    summary: meaning,
    channel,
    messages,
    ...(answers.length > 0 ? { reply } : {}),
  };
}

function closings(): string {
  return Object.entries(closeCodes)
    .map(([name, code]) => `${code} (${closeCodeNotes[name as keyof typeof closeCodes]})`)
    .join(' ');
}
