import type { BotEvent, EventKind, EventUser } from '../../packages/protocol/src/index.ts';

const ids = {
  bot: 'U3vK1xQZ8mR5tY7wE2oP9aL',
  org: 'O6hN2cVb4Xs8Zq1Wm5Rt7Ky',
  client: 'C9gF4dSa7Pz3Lo6Iu2Ye5Tr',
  binder: 'B1qA2wS3eD4rF5tG6yH7uJ8',
  file: 'F8mN7bV6cX5zL4kJ3hG2fD1',
};

const user: EventUser = {
  id: 'U5tR4eW3qA2sD1fG9hJ8kL7',
  name: 'Ada Lovelace',
  image_url: 'https://people.example/ada.png',
  email: 'ada@example.com',
  unique_id: null,
  is_bot: false,
};

const inBinder = { id: ids.binder, object_type: 'binder' } as const;
const onPage = { id: '41', object_type: 'page' } as const;
const ofOrg = { id: ids.org, object_type: 'org' } as const;
const timestamp = '2026-11-21T09:30:00Z';
const bot = { id: ids.bot, name: 'Approvals' };

/** What an example is of; what all have in common is added by `exampleOf`. */
const events: { [Kind in EventKind]: Extract<BotEvent, { message_type: Kind }>['event'] } = {
  bot_enabled: { timestamp, user, bot, target: ofOrg },
  bot_disabled: { timestamp, user, bot, target: ofOrg },
  bot_installed: { timestamp, user, bot, target: inBinder },
  bot_uninstalled: { timestamp, user, bot, target: inBinder },
  comment_posted: {
    timestamp,
    user,
    comment: { id: '2888', text: 'Done, see page 3.', audio: null, richtext: '[b]Done[/b], see page 3.' },
    reply_to: { id: '2880', text: 'Is the draft ready?', audio: null },
    target: inBinder,
  },
  comment_posted_on_page: {
    timestamp,
    user,
    comment: { id: '2889', text: 'This figure is wrong.', audio: null, is_position_comment: true },
    target: onPage,
  },
  file_uploaded: {
    timestamp,
    user,
    file: { id: ids.file, name: 'Contract.pdf', mimeType: 'application/pdf' },
    target: inBinder,
  },
  meet_recording_ready: {
    timestamp,
    user,
    meet: {
      id: '713402996',
      topic: 'Weekly',
      recording_url: 'https://rings.example/v1/board/713402996',
      start_time: '2026-11-21T08:00:00Z',
      end_time: '2026-11-21T08:45:10Z',
    },
    target: inBinder,
  },
  page_created: { timestamp, user, page: { id: '41', type: 'PAGE_TYPE_PDF' }, target: inBinder },
  page_annotated: {
    timestamp,
    user,
    annotate: { id: '6f0a3c1e-8d0b-4f57-9a55-0c8f3f6f2b11' },
    target: onPage,
  },
  todo_created: { timestamp, user, todo: { id: '57', name: 'Send the contract' }, target: inBinder },
  todo_completed: { timestamp, user, todo: { id: '57', name: 'Send the contract' }, target: inBinder },
  bot_postback: {
    timestamp,
    user: { id: user.id, name: user.name },
    postback: { text: 'Approve', payload: { invoice: 1207 } },
    reply_to: { id: '2888', text: 'Invoice 1207: 310 EUR', audio: null },
    target: inBinder,
  },
};

/** An example of a kind of event, whole. */
export function exampleOf(kind: EventKind): unknown {
  const event = events[kind];
  return {
    message_id: 'E2VJDQtez3YRj0HLE4hWXyU',
    message_type: kind,
    binder_id: event.target.object_type === 'org' ? '' : ids.binder,
    client_id: ids.client,
    org_id: ids.org,
    event,
  };
}
