import { botEvents, clientEvents, NotificationCall } from '@ringbinder/protocol';

type Json = Record<string, unknown>;

const HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
  name,
  in: 'header',
  required: true,
  schema: { type: 'string' },
}));

export function describeWebhooks(): Json {
  const events = Object.entries({ ...clientEvents, ...botEvents }).map(([kind, { meaning, schema }]) => {
    const receivers = [
      ...(kind in botEvents ? ['the `webhook_url` of a bot'] : []),
      ...(kind in clientEvents ? ['the `events_url` of a client'] : []),
    ];
    return [kind, webhook(kind, `${meaning} Sent to ${receivers.join(' and ')}.`, schema)];
  });
  const meaning =
    'What is new and unread in a binder for one person. Sent to the `notification_url` of a client.';
  return Object.fromEntries([
    ...events,
    ['notification', webhook('notification', meaning, NotificationCall)],
  ]);
}

function webhook(kind: string, description: string, schema: object): Json {
  return {
    post: {
      operationId: `receive_${kind}`,
      summary: kind,
      description,
      parameters: HEADERS,
      security: [],
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: { '2XX': { description: 'Accepted. Any other response is retried.' } },
    },
  };
}
