import type { Activity, ActivityThing, ActivityVerb } from '@ringbinder/protocol';
import type { LogBodies, LogKind, StoredLogEntry } from '../../log/index.ts';

/** The default target is the binder. */
type ActivityOf<K extends LogKind> = (
  body: LogBodies[K],
  binderId: string,
) => [verb: ActivityVerb, object: ActivityThing, target?: ActivityThing];

type ThingType = ActivityThing['object_type'];

const thing = (type: ThingType, id: string | number, more: Partial<ActivityThing> = {}): ActivityThing => ({
  id: String(id),
  object_type: type,
  ...more,
});
const namedThing = (type: ThingType, { id, name }: { id: number | string; name: string }) =>
  thing(type, id, { name });
const comment = (id: number, content?: string) =>
  thing('comment', id, content === undefined ? {} : { content });
const meetThing = ({ session_key, name }: { session_key: string; name: string }) =>
  thing('meet', session_key, { name });
const transactionThing = ({ id, title }: { id: number; title?: string }) =>
  thing('transaction', id, title === undefined ? {} : { name: title });

const activities: { [K in LogKind]?: ActivityOf<K> } = {
  binder_created: ({ name }, id) => ['create', thing('binder', id, { name })],
  binder_updated: ({ name }, id) => ['update', thing('binder', id, name === undefined ? {} : { name })],
  member_added: ({ user_id, name }) => ['create', thing('user', user_id, { name })],
  member_changed: ({ user_id, name }) => ['update', thing('user', user_id, { name })],
  member_removed: ({ user_id, name }) => ['delete', thing('user', user_id, { name })],
  message_posted: ({ id, text }) => ['post', comment(id, text)],
  message_edited: ({ id, text }) => ['update', comment(id, text)],
  message_deleted: ({ id }) => ['delete', comment(id)],
  file_uploaded: (body) => ['upload', namedThing('file', body)],
  file_deleted: (body) => ['delete', namedThing('file', body)],
  page_created: ({ id }) => ['create', thing('page', id)],
  page_updated: ({ id, name }) => ['update', thing('page', id, name === undefined ? {} : { name })],
  page_deleted: ({ id }) => ['delete', thing('page', id)],
  page_moved: ({ id }) => ['delete', thing('page', id)],
  page_commented: ({ id, page_id, text }) => ['post', comment(id, text), thing('page', page_id)],
  page_comment_edited: ({ id, page_id, text }) => ['update', comment(id, text), thing('page', page_id)],
  // The list of binders has cut a long body.
  page_comment_resolved: ({ ids, page_id }) => [
    'update',
    comment(ids?.[0] ?? page_id),
    thing('page', page_id),
  ],
  page_comment_reopened: ({ ids, page_id }) => [
    'update',
    comment(ids?.[0] ?? page_id),
    thing('page', page_id),
  ],
  page_comment_deleted: ({ id, page_id }) => ['delete', comment(id), thing('page', page_id)],
  page_annotated: ({ page_id, client_uuid }) => [
    'tag',
    thing('annotation', client_uuid),
    thing('page', page_id),
  ],
  page_annotation_deleted: ({ page_id, client_uuid }) => [
    'delete',
    thing('annotation', client_uuid),
    thing('page', page_id),
  ],
  transaction_created: (body) => ['create', transactionThing(body)],
  transaction_updated: (body) => ['update', transactionThing(body)],
  transaction_deleted: ({ id }) => ['delete', thing('transaction', id)],
  step_pressed: ({ id, transaction_id }) => [
    'update',
    thing('step', id),
    thing('transaction', transaction_id),
  ],
  step_completed: ({ id, transaction_id }) => [
    'update',
    thing('step', id),
    thing('transaction', transaction_id),
  ],
  step_assignee_added: ({ id, transaction_id }) => [
    'update',
    thing('step', id),
    thing('transaction', transaction_id),
  ],
  step_reassigned: ({ id, transaction_id }) => [
    'update',
    thing('step', id),
    thing('transaction', transaction_id),
  ],
  todo_created: (body) => ['create', namedThing('todo', body)],
  todo_updated: (body) => ['update', namedThing('todo', body)],
  todo_completed: (body) => ['update', namedThing('todo', body)],
  todo_reopened: (body) => ['update', namedThing('todo', body)],
  todo_deleted: ({ id }) => ['delete', thing('todo', id)],
  meet_scheduled: (body) => ['create', meetThing(body)],
  meet_updated: (body) => ['update', meetThing(body)],
  meet_cancelled: (body) => ['delete', meetThing(body)],
  meet_started: (body) => [body.scheduled ? 'update' : 'create', meetThing(body)],
  meet_ended: (body) => ['update', meetThing(body)],
  meet_recording_ready: ({ id, topic }) => ['create', thing('meet', id, { name: topic })],
};

export const activityKinds = Object.keys(activities) as LogKind[];
export const memberKinds: readonly LogKind[] = ['member_added', 'member_changed', 'member_removed'];

export function presentActivity(binderId: string, entry: StoredLogEntry): Activity {
  const activity = activities[entry.kind as LogKind] as ActivityOf<LogKind> | undefined;
  if (!activity) throw new Error(`a log entry of kind ${entry.kind} is not an activity`);
  const body = entry.body as unknown as LogBodies[LogKind];
  const [verb, object, target = thing('binder', binderId)] = activity(body, binderId);
  return {
    id: String(entry.seq),
    published: new Date(entry.at).toISOString(),
    actor: { id: entry.actor_id, name: entry.actor_name },
    verb,
    object,
    target,
  };
}
