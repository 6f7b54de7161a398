import type { ClientEventKind, PageType } from '@ringbinder/protocol';
import type { LogBodies, LogKind } from '../../log/index.ts';
import { eventTime, inBinder, transactionBuilders, type WritableEvent } from '../bots/index.ts';

type EventPairs = [kind: ClientEventKind, payload: object][];

type Builders = { readonly [Kind in LogKind]?: (body: LogBodies[Kind]) => EventPairs };

const builders: Builders = {
  binder_created: ({ name }) => [['binder_created', { binder: { name } }]],
  binder_updated: ({ name, description }) => [['binder_updated', { binder: { name, description } }]],
  binder_deleted: () => [['binder_deleted', {}]],
  member_added: ({ user_id: id, name, type }) => [['member_added', { member: { id, name, type } }]],
  member_changed: ({ user_id: id, name, type }) => [['member_changed', { member: { id, name, type } }]],
  member_removed: ({ user_id: id, name }) => [['member_removed', { member: { id, name } }]],
  page_created: ({ id, type }) => [['page_created', { page: { id: String(id), type: type as PageType } }]],
  page_updated: ({ id, name }) => [['page_updated', { page: { id: String(id), name } }]],
  page_deleted: ({ id }) => [['page_deleted', { page: { id: String(id) } }]],
  page_moved: ({ id }) => [['page_deleted', { page: { id: String(id) } }]],
  transaction_updated: ({ id, title, is_active }) => [
    ['transaction_updated', { transaction: { id: String(id), title, is_active } }],
  ],
  transaction_reopened: ({ id, step_id }) => [
    ['transaction_reopened', { transaction: { id: String(id), step_id: String(step_id) } }],
  ],
  transaction_deleted: ({ id }) => [['transaction_deleted', { transaction: { id: String(id) } }]],
  meet_scheduled: (body) => [['meet_scheduled', { meet: plannedMeet(body) }]],
  meet_updated: (body) => [['meet_updated', { meet: plannedMeet(body) }]],
  meet_cancelled: (body) => [['meet_cancelled', { meet: meetOf(body) }]],
  meet_started: (body) => [['meet_started', { meet: meetOf(body) }]],
  meet_ended: (body) => [['meet_ended', { meet: meetOf(body) }]],
};

/** Anyone with the `session_key` could join the meet. */
const meetOf = ({ id, name }: { id: number; name: string }) => ({ id: String(id), name });

const plannedMeet = (meet: LogBodies['meet_updated']) => ({
  ...meetOf(meet),
  start_time: eventTime(meet.start_time),
  ...(meet.end_time === undefined ? {} : { end_time: eventTime(meet.end_time) }),
});

export function buildClientEvents(
  binderId: string,
  { kind, body }: { kind: string; body: unknown },
): WritableEvent[] {
  // `NewLogEntry` ensures that kind and body match.
  const ownEvents = builders[kind as LogKind]?.(body as never) ?? [];
  const target = inBinder({ binderId });
  const context = { binderId, repliedTo: () => undefined };
  const sharedBuilders: Record<string, ((body: never, context: never) => WritableEvent[]) | undefined> =
    transactionBuilders;
  return [
    ...ownEvents.map(([of, payload]) => ({ kind: of, payload, target })),
    ...(sharedBuilders[kind]?.(body as never, context as never) ?? []),
  ];
}
