import Type from 'typebox';
import { PageType } from '../resources/page.ts';
import { event, transactionEvents } from './event.ts';
import { EventTime, StepReference } from './parts.ts';

const named = { id: Type.String(), name: Type.String() };
const MemberType = Type.String({ description: '`BOARD_OWNER`, `BOARD_READ_WRITE` or `BOARD_READ_ONLY`.' });
const about = {
  about: Type.Object({
    ...named,
    email: Type.Union([Type.String(), Type.Null()]),
    unique_id: Type.Union([Type.String(), Type.Null()]),
    role: Type.String(),
    is_bot: Type.Boolean(),
    disabled: Type.Boolean(),
  }),
};
const exampleAbout = {
  about: {
    id: 'U5tR4eW3qA2sD1fG9hJ8kL7',
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    unique_id: null,
    role: 'member',
    is_bot: false,
    disabled: false,
  },
};
const member = { member: Type.Object({ ...named, type: MemberType }) };
const exampleMember = {
  member: { id: 'U5tR4eW3qA2sD1fG9hJ8kL7', name: 'Ada Lovelace', type: 'BOARD_READ_WRITE' },
};
const meet = { meet: Type.Object(named) };
const planned = {
  meet: Type.Object({ ...named, start_time: EventTime, end_time: Type.Optional(EventTime) }),
};
const exampleMeet = { meet: { id: '61', name: 'Weekly' } };
const examplePlanned = {
  meet: {
    ...exampleMeet.meet,
    start_time: '2026-11-21T08:00:00Z',
    end_time: '2026-11-21T08:45:00Z',
  },
};
const transaction = { transaction: Type.Object({ id: Type.String() }) };
const inBinder = { target: 'binder' as const };
const inOrg = { target: 'org' as const };

export const clientEvents = {
  user_created: event('user_created', {
    meaning:
      'An organisation has a new user, who is also `event.user`. A new log begins with one such event for each existing user.',
    payload: about,
    example: exampleAbout,
    ...inOrg,
  }),
  user_updated: event('user_updated', {
    meaning:
      'A field of the user in `about` changed. Several changes in quick succession can cause a single event.',
    payload: about,
    example: exampleAbout,
    ...inOrg,
  }),
  user_deleted: event('user_deleted', {
    meaning: 'The personal data of a user was erased.',
    payload: { about: Type.Object({ id: Type.String() }) },
    example: { about: { id: 'U5tR4eW3qA2sD1fG9hJ8kL7' } },
    ...inOrg,
  }),
  binder_created: event('binder_created', {
    meaning: 'A binder was created. `event.user` is its owner and first member.',
    payload: { binder: Type.Object({ name: Type.String() }) },
    example: { binder: { name: 'Loans' } },
    ...inBinder,
  }),
  binder_updated: event('binder_updated', {
    meaning: 'The name, the description or the picture of a binder changed.',
    payload: {
      binder: Type.Object({ name: Type.Optional(Type.String()), description: Type.Optional(Type.String()) }),
    },
    example: { binder: { name: 'Loans 2026' } },
    ...inBinder,
  }),
  binder_deleted: event('binder_deleted', {
    meaning: 'A binder was deleted, with everything in it.',
    payload: {},
    example: {},
    ...inBinder,
  }),
  member_added: event('member_added', {
    meaning: 'A user became a member of a binder.',
    payload: member,
    example: exampleMember,
    ...inBinder,
  }),
  member_changed: event('member_changed', {
    meaning: 'The role of a member changed.',
    payload: member,
    example: exampleMember,
    ...inBinder,
  }),
  member_removed: event('member_removed', {
    meaning: 'A user left a binder, or was removed.',
    payload: { member: Type.Object(named) },
    example: { member: { id: 'U5tR4eW3qA2sD1fG9hJ8kL7', name: 'Ada Lovelace' } },
    ...inBinder,
  }),
  page_created: event('page_created', {
    meaning: 'A page was uploaded or created, or was copied or moved into the binder.',
    payload: { page: Type.Object({ id: Type.String(), type: PageType }) },
    example: { page: { id: '41', type: 'PAGE_TYPE_PDF' as const } },
    ...inBinder,
  }),
  page_updated: event('page_updated', {
    meaning: 'The name, the number or the file of a page changed.',
    payload: { page: Type.Object({ id: Type.String(), name: Type.Optional(Type.String()) }) },
    example: { page: { id: '41', name: 'Contract' } },
    ...inBinder,
  }),
  page_deleted: event('page_deleted', {
    meaning: 'A page was deleted, or moved to another binder, where a page_created follows.',
    payload: { page: Type.Object({ id: Type.String() }) },
    example: { page: { id: '41' } },
    ...inBinder,
  }),
  ...transactionEvents,
  transaction_updated: event('transaction_updated', {
    meaning: 'The title, the due times or the state of a transaction changed.',
    payload: {
      transaction: Type.Object({
        id: Type.String(),
        title: Type.Optional(Type.String()),
        is_active: Type.Optional(Type.Boolean()),
      }),
    },
    example: { transaction: { id: '52', is_active: false } },
    ...inBinder,
  }),
  transaction_reopened: event('transaction_reopened', {
    meaning:
      'A transaction that had ended was reopened. It has no outcome any more. The step with the button that ended it is open again.',
    payload: { transaction: StepReference },
    example: { transaction: { id: '52', step_id: '53' } },
    ...inBinder,
  }),
  transaction_deleted: event('transaction_deleted', {
    meaning: 'A transaction was deleted.',
    payload: transaction,
    example: { transaction: { id: '52' } },
    ...inBinder,
  }),
  meet_scheduled: event('meet_scheduled', {
    meaning: 'A meeting was planned.',
    payload: planned,
    example: examplePlanned,
    ...inBinder,
  }),
  meet_updated: event('meet_updated', {
    meaning: 'The name or a time of a planned meeting changed.',
    payload: planned,
    example: examplePlanned,
    ...inBinder,
  }),
  meet_cancelled: event('meet_cancelled', {
    meaning: 'A planned meeting was cancelled.',
    payload: meet,
    example: exampleMeet,
    ...inBinder,
  }),
  meet_started: event('meet_started', {
    meaning: 'A meeting started.',
    payload: meet,
    example: exampleMeet,
    ...inBinder,
  }),
  meet_ended: event('meet_ended', {
    meaning: 'A meeting ended.',
    payload: meet,
    example: exampleMeet,
    ...inBinder,
  }),
};

export type ClientEventKind = keyof typeof clientEvents;

export const clientEventKinds = Object.keys(clientEvents) as ClientEventKind[];
