import type { LogBodies, LogKind, StoredLogEntry } from '../../log/index.ts';
import { REALTIME_LISTS, type RealtimeListType } from './lists.ts';

export type ResourceRef =
  | { type: 'binder' }
  | { type: 'member'; userId: string }
  | { type: 'invited'; orgId: string; email: string | null; uniqueId: string | null }
  | { type: 'message'; id: number }
  | { type: 'file'; id: string }
  | { type: 'files_of_page'; pageId: number }
  | { type: 'page'; id: number }
  /** Everything on an added page, because a moved or copied page has content. */
  | { type: 'on_page'; pageId: number }
  | { type: 'annotation'; pageId: number; clientUuid: string }
  | { type: 'page_comment'; pageId: number; id: number }
  | { [T in RealtimeListType]: { type: T; id: number } }[RealtimeListType]
  | { type: 'todo_order' }
  | { type: 'sections' };

const BINDER: ResourceRef = { type: 'binder' };
const ORDER: ResourceRef = { type: 'todo_order' };
const sections = (): ResourceRef[] => [{ type: 'sections' }];
const message = ({ id }: { id: number }): ResourceRef[] => [{ type: 'message', id }];
/** A reply also changes the first message of its thread, which shows a summary of the replies. */
const reply = ({ id, thread_id }: { id: number; thread_id?: number }): ResourceRef[] =>
  thread_id === undefined ? message({ id }) : [...message({ id }), { type: 'message', id: thread_id }];
const member = ({ user_id }: { user_id: string }): ResourceRef[] => [
  { type: 'member', userId: user_id },
  BINDER,
];
const transaction = ({ id }: { id: number }): ResourceRef[] => [{ type: 'transaction', id }];
const transactionOf = ({ transaction_id: id }: { transaction_id: number }) => transaction({ id });
const todo = ({ id }: { id: number }): ResourceRef[] => [{ type: 'todo', id }];
const meet = ({ id }: { id: number }): ResourceRef[] => [{ type: 'meet', id }];
const pageGone = ({ id }: { id: number }): ResourceRef[] => [
  { type: 'page', id },
  { type: 'files_of_page', pageId: id },
  BINDER,
];
const invited = (body: LogBodies['invitation_ended']): ResourceRef[] => [
  {
    type: 'invited',
    orgId: body.org_id,
    email: body.email ?? null,
    uniqueId: body.unique_id ?? null,
  },
];
const comment = ({ id, page_id }: { id: number; page_id: number }): ResourceRef[] => [
  { type: 'page_comment', pageId: page_id, id },
  { type: 'page', id: page_id },
];
const thread = ({ ids, page_id }: { ids: readonly number[]; page_id: number }): ResourceRef[] => [
  ...ids.map((id) => ({ type: 'page_comment', pageId: page_id, id }) as const),
  { type: 'page', id: page_id },
];
const annotation = (body: LogBodies['page_annotated']): ResourceRef[] => [
  { type: 'annotation', pageId: body.page_id, clientUuid: body.client_uuid },
  { type: 'page', id: body.page_id },
];
const nothing = (): ResourceRef[] => [];

type KindOfList = Extract<LogKind, `${RealtimeListType}_${'created' | 'updated' | 'deleted'}`>;
type ChangesOf<K extends LogKind> = (body: LogBodies[K]) => ResourceRef[];

const changesByKind: { [K in Exclude<LogKind, KindOfList>]: ChangesOf<K> } & {
  [K in KindOfList]?: ChangesOf<K>;
} = {
  binder_created: () => [BINDER],
  binder_updated: () => [BINDER],
  binder_deleted: () => [BINDER],
  member_added: member,
  member_invited: invited,
  invitation_ended: invited,
  member_removed: member,
  member_changed: member,
  member_disabled: member,
  member_enabled: member,
  message_posted: reply,
  message_edited: message,
  message_deleted: reply,
  reaction_added: message,
  reaction_removed: message,
  message_pinned: message,
  message_unpinned: message,
  message_previewed: message,
  message_preview_removed: message,
  file_uploaded: ({ id, replaces }) => [
    { type: 'file', id },
    ...(replaces === undefined ? [] : [{ type: 'file', id: replaces } as const]),
  ],
  file_deleted: ({ id }) => [{ type: 'file', id }],
  page_created: ({ id, file_id }) => [
    { type: 'page', id },
    { type: 'on_page', pageId: id },
    ...(file_id === '' ? [] : [{ type: 'file', id: file_id } as const]),
    BINDER,
  ],
  page_updated: ({ id }) => [{ type: 'page', id }, { type: 'files_of_page', pageId: id }, BINDER],
  page_deleted: pageGone,
  page_moved: pageGone,
  section_created: sections,
  section_updated: sections,
  section_deleted: sections,
  page_commented: comment,
  page_comment_edited: comment,
  page_comment_resolved: thread,
  page_comment_reopened: thread,
  page_comment_deleted: comment,
  page_annotated: annotation,
  page_annotation_deleted: annotation,
  transaction_ended: transaction,
  transaction_reopened: transaction,
  transaction_moved: transaction,
  transaction_reminded: transaction,
  step_pressed: transactionOf,
  step_completed: transactionOf,
  step_reassigned: transactionOf,
  step_assignee_added: transactionOf,
  step_reminded: nothing,
  step_overdue: transactionOf,
  step_assignee_unavailable: transactionOf,
  step_assignee_available: transactionOf,
  step_absence_changed: transactionOf,
  step_page_read: transactionOf,
  step_viewed: transactionOf,
  step_file_delivered: transactionOf,
  step_file_withdrawn: transactionOf,
  step_signatures_drawn: transactionOf,
  step_group_changed: transactionOf,
  button_tapped: nothing,
  bot_enabled: nothing,
  bot_disabled: nothing,
  meet_scheduled: meet,
  meet_cancelled: meet,
  meet_started: meet,
  meet_ended: meet,
  meet_joined: meet,
  meet_left: meet,
  meet_replied: meet,
  meet_invited: meet,
  meet_rung: nothing,
  meet_answered: nothing,
  meet_knocked: nothing,
  meet_reminded: nothing,
  meet_captioned: nothing,
  meet_link_created: nothing,
  meet_link_revoked: nothing,
  meet_recording_ready: nothing,
  chain_relinked: nothing,
  view_link_created: nothing,
  view_link_revoked: nothing,
  step_link_created: nothing,
  step_link_used: nothing,
  todo_created: ({ id }) => [{ type: 'todo', id }, ORDER, BINDER],
  todo_updated: ({ id }) => [{ type: 'todo', id }, ORDER],
  todo_completed: todo,
  todo_reopened: todo,
  todo_deleted: ({ id }) => [{ type: 'todo', id }, BINDER],
  todo_reminded: nothing,
  todo_assignee_unavailable: todo,
  todo_assignee_available: todo,
};

function changesOf(kind: string): ((body: never) => ResourceRef[]) | undefined {
  const [, type] = /^(.+)_(?:created|updated|deleted)$/.exec(kind) ?? [];
  const changes: Record<string, ((body: never) => ResourceRef[]) | undefined> = changesByKind;
  if (changes[kind] || type === undefined || !Object.hasOwn(REALTIME_LISTS, type)) return changes[kind];
  return ({ id }: { id: number }) => [{ type: type as RealtimeListType, id }];
}

/** Lists each resource only at the last entry that changes it, because clients get only its current state. */
export function refsOf(entries: readonly StoredLogEntry[]): ResourceRef[][] {
  const seen = new Set<string>();
  return entries
    .toReversed()
    .map(({ kind, body }) => {
      return (changesOf(kind)?.(body as never) ?? []).filter((each) => {
        const name = JSON.stringify(each);
        if (seen.has(name)) return false;
        seen.add(name);
        return true;
      });
    })
    .toReversed();
}
