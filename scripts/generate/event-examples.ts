import {
  botEvents,
  type ClientEventKind,
  clientEvents,
  type EventKind,
  type EventUser,
} from '../../packages/protocol/src/index.ts';

const ids = {
  org: 'O6hN2cVb4Xs8Zq1Wm5Rt7Ky',
  client: 'C9gF4dSa7Pz3Lo6Iu2Ye5Tr',
  binder: 'B1qA2wS3eD4rF5tG6yH7uJ8',
};

const user: EventUser = {
  id: 'U5tR4eW3qA2sD1fG9hJ8kL7',
  name: 'Ada Lovelace',
  image_url: 'https://people.example/ada.png',
  email: 'ada@example.com',
  unique_id: null,
  is_bot: false,
};

const targetIds = { binder: ids.binder, page: '41', org: ids.org };

export function exampleOf(kind: EventKind | ClientEventKind): unknown {
  const { example, target } = { ...clientEvents, ...botEvents }[kind];
  return {
    message_id: 'E2VJDQtez3YRj0HLE4hWXyU',
    message_type: kind,
    binder_id: target === 'org' ? '' : ids.binder,
    client_id: ids.client,
    org_id: ids.org,
    event: {
      timestamp: '2026-11-21T09:30:00Z',
      user: kind === 'bot_postback' ? { id: user.id, name: user.name } : user,
      ...example,
      target: { id: targetIds[target], object_type: target },
    },
  };
}

/** Returns JSON for the conformance program, which imports only types from the protocol. */
export function eventPayloads(): string {
  const payloads = Object.entries(botEvents).map(([kind, { example, target }]) => [
    kind,
    { example, target },
  ]);
  return `${JSON.stringify(Object.fromEntries(payloads), null, 2)}\n`;
}
