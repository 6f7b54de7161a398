import { isolated, sentences } from './sentences.ts';

type Body = Readonly<Record<string, unknown>>;
/** Returns the name of a page or transaction; undefined if unknown. */
export type NameOf = (kind: 'page' | 'transaction', id: unknown) => string | undefined;

const page = (id: unknown, nameOf: NameOf, otherwise: string) => {
  const name = nameOf('page', id);
  return name === undefined ? otherwise : quoted(name);
};
const transaction = (id: unknown, nameOf: NameOf) => {
  const name = nameOf('transaction', id);
  return name === undefined ? 'a request' : quoted(name);
};
/** The name is missing after an erasure. */
const person = (name: unknown) => (name ? isolated(String(name)) : 'someone');
const answered = ({ transaction_id, for_user_id, for_name }: Body, nameOf: NameOf) =>
  `answered ${transaction(transaction_id, nameOf)}${for_user_id === undefined ? '' : ` for ${person(for_name)}`}`;
const quoted = (text: unknown) => `“${isolated(String(text))}”`;
const roles: Readonly<Record<string, string>> = {
  BOARD_OWNER: '“Owner”',
  BOARD_READ_WRITE: '“Can edit”',
  BOARD_READ_ONLY: '“Can view”',
};

/** Sentences by kind of log entry. They follow the name of the actor. */
const happened: Readonly<Record<string, (body: Body, nameOf: NameOf) => string>> = {
  binder_created: ({ name }) => `created the binder ${quoted(name)}`,
  binder_updated: ({ name }) =>
    name === undefined ? 'changed the binder' : `renamed the binder to ${quoted(name)}`,
  binder_deleted: () => 'deleted the binder',
  member_added: ({ name }) => `added ${person(name)}`,
  member_removed: ({ name }) => `removed ${person(name)}`,
  member_changed: ({ name, type }) =>
    `changed the permission of ${person(name)} to ${roles[String(type)] ?? 'another one'}`,
  member_invited: ({ email, unique_id }) => `invited ${person(email ?? unique_id)}`,
  invitation_ended: ({ email, unique_id }) => `revoked the invitation of ${person(email ?? unique_id)}`,
  view_link_created: () => 'created a link to view the pages',
  view_link_revoked: () => 'revoked a link to view the pages',
  message_posted: ({ is_feed }) => (is_feed ? 'posted to chat' : 'wrote a message'),
  message_edited: () => 'edited a message',
  message_deleted: () => 'deleted a message',
  reaction_added: ({ emoji }) => `reacted with ${emoji}`,
  reaction_removed: ({ emoji }) => `removed the reaction ${emoji}`,
  message_pinned: () => 'pinned a message',
  message_unpinned: () => 'unpinned a message',
  message_previewed: () => 'got a preview of a link',
  message_preview_removed: () => 'removed the preview of a link',
  file_uploaded: ({ name, replaces }) =>
    replaces === undefined ? `uploaded ${quoted(name)}` : `uploaded ${quoted(name)} as a new version`,
  file_deleted: ({ name }) => `deleted ${quoted(name)}`,
  page_created: ({ id }, nameOf) => `added the page ${page(id, nameOf, '')}`.trim(),
  page_updated: ({ id, name, page_number }, nameOf) => {
    if (name !== undefined) return `renamed a page to ${quoted(name)}`;
    return `${page_number === undefined ? 'changed' : 'moved'} ${page(id, nameOf, 'a page')}`;
  },
  page_deleted: ({ id }, nameOf) => `deleted ${page(id, nameOf, 'a page')}`,
  page_moved: ({ id }, nameOf) => `moved ${page(id, nameOf, 'a page')} to another binder`,
  page_commented: ({ page_id }, nameOf) => `commented on ${page(page_id, nameOf, 'a page')}`,
  page_comment_deleted: ({ page_id }, nameOf) => `deleted a comment on ${page(page_id, nameOf, 'a page')}`,
  page_annotated: ({ page_id }, nameOf) => `drew on ${page(page_id, nameOf, 'a page')}`,
  page_annotation_deleted: ({ page_id }, nameOf) => `erased from ${page(page_id, nameOf, 'a page')}`,
  transaction_created: ({ title }) => `requested ${quoted(title)}`,
  transaction_updated: ({ id, title, is_active }, nameOf) => {
    if (title !== undefined) return `renamed a request to ${quoted(title)}`;
    const verb = is_active === undefined ? 'changed' : is_active ? 'reopened' : 'stopped';
    return `${verb} ${transaction(id, nameOf)}`;
  },
  transaction_deleted: ({ id }, nameOf) => `deleted ${transaction(id, nameOf)}`,
  transaction_ended: ({ id, outcome }, nameOf) => `ended ${transaction(id, nameOf)}: ${outcome}`,
  transaction_reopened: ({ id }, nameOf) => `reopened ${transaction(id, nameOf)}`,
  transaction_moved: ({ id }, nameOf) => `redirected ${transaction(id, nameOf)}`,
  step_pressed: (body, nameOf) => answered(body, nameOf),
  step_completed: (body, nameOf) => answered(body, nameOf),
  step_link_created: ({ transaction_id }, nameOf) =>
    `created a link to answer ${transaction(transaction_id, nameOf)}`,
  step_link_used: ({ transaction_id }, nameOf) =>
    `answered ${transaction(transaction_id, nameOf)} through a link`,
  step_reminded: ({ transaction_id }, nameOf) => `sent a reminder of ${transaction(transaction_id, nameOf)}`,
  step_overdue: ({ transaction_id }, nameOf) => `reported ${transaction(transaction_id, nameOf)} as overdue`,
  step_reassigned: ({ transaction_id, name, previous_name, escalated }, nameOf) =>
    `reassigned ${escalated ? 'an overdue step' : 'a step'} of ${transaction(transaction_id, nameOf)} from ${person(previous_name)} to ${person(name)}${escalated ? ' automatically' : ''}`,
  step_assignee_added: ({ transaction_id, name }, nameOf) =>
    `added ${person(name)} to an overdue step of ${transaction(transaction_id, nameOf)} automatically`,
  step_assignee_unavailable: ({ transaction_id, name }, nameOf) =>
    `made ${person(name)} unavailable for ${transaction(transaction_id, nameOf)}`,
  step_assignee_available: ({ transaction_id, name }, nameOf) =>
    `made ${person(name)} available again for ${transaction(transaction_id, nameOf)}`,
  step_page_read: ({ transaction_id, name }, nameOf) =>
    `opened ${quoted(name)} to the end for ${transaction(transaction_id, nameOf)}`,
  step_file_delivered: ({ transaction_id, name }, nameOf) =>
    `uploaded ${quoted(name)} for ${transaction(transaction_id, nameOf)}`,
  step_file_withdrawn: ({ transaction_id, name }, nameOf) =>
    `deleted ${quoted(name)} of ${transaction(transaction_id, nameOf)}`,
  step_signatures_drawn: ({ transaction_id, name }, nameOf) =>
    `signed ${quoted(name)} for ${transaction(transaction_id, nameOf)}`,
  step_absence_changed: ({ transaction_id, name }, nameOf) =>
    `changed who answers for ${person(name)} in ${transaction(transaction_id, nameOf)}`,
  step_group_changed: ({ transaction_id, name }, nameOf) =>
    `updated the group ${quoted(name)}, which answers ${transaction(transaction_id, nameOf)}`,
  button_tapped: ({ text }) => `tapped ${quoted(text)}`,
  bot_enabled: ({ name }) => `enabled ${person(name)}`,
  bot_disabled: ({ name }) => `disabled ${person(name)}`,
  meet_scheduled: ({ name }) => `scheduled the meeting ${quoted(name)}`,
  meet_updated: ({ name }) => `changed the meeting ${quoted(name)}`,
  meet_cancelled: ({ name }) => `cancelled the meeting ${quoted(name)}`,
  meet_started: ({ name }) => `started the meeting ${quoted(name)}`,
  meet_ended: ({ name }) => `ended the meeting ${quoted(name)}`,
  meet_answered: ({ name, answer }) => `${answer} the call ${quoted(name)}`,
  meet_invited: ({ name }) => `invited people to the meeting ${quoted(name)}`,
  meet_reminded: ({ name }) => `was reminded of the meeting ${quoted(name)}`,
  meet_captioned: ({ name }) => `saved a caption of ${person(name)}`,
  meet_link_created: () => 'created a guest link for a meeting',
  meet_link_revoked: () => 'revoked a guest link for a meeting',
  meet_recording_ready: ({ topic }) => `recorded the meeting ${quoted(topic)}`,
  todo_created: ({ name }) => `added the to-do ${quoted(name)}`,
  todo_updated: ({ name }) => `changed the to-do ${quoted(name)}`,
  todo_completed: ({ name }) => `completed ${quoted(name)}`,
  todo_reopened: ({ name }) => `reopened the to-do ${quoted(name)}`,
  todo_deleted: () => 'deleted a to-do',
  todo_reminded: ({ name }) => `was reminded of ${quoted(name)}`,
  todo_assignee_unavailable: ({ name }) => `made ${person(name)} unavailable for a to-do`,
  todo_assignee_available: ({ name }) => `made ${person(name)} available again for a to-do`,
  chain_relinked: ({ from_seq }) => `had the hash chain relinked from entry ${from_seq} by the operator`,
};

export const history = sentences({
  title: 'History',
  slider: 'History entry',
  earlier: 'Earlier',
  later: 'Later',
  backToNow: 'Back to now',
  isPast: (when: string) => `Version of ${when}. Nothing can be changed here.`,
  isNow: 'Current version. Drag to see earlier versions.',
  entryOf: (seq: number, latest: number) => `Entry ${seq} of ${latest}`,
  sentence: (who: string, what: string) => `${who} ${what}`,
  /** Value text of the slider, for screen readers. */
  value: (sentence: string, when: string) => `${sentence}, ${when}`,
  entries: 'Activity',
  olderEntries: 'Earlier entries',
  laterEntries: 'Later entries',
  happened: (kind: string, body: Body, nameOf: NameOf) =>
    happened[kind]?.(body, nameOf) ?? 'changed something',
  you: 'You',
  parts: {
    pages: 'Pages',
    transactions: 'Approvals',
    todos: 'To-dos',
    users: 'Members',
    messages: 'Messages',
  },
  none: {
    pages: 'No pages yet.',
    transactions: 'No requests yet.',
    todos: 'No to-dos yet.',
    users: 'No members yet.',
    messages: 'No messages yet.',
  },
  first: (shown: number) => `The first ${shown}. There were more.`,
  last: (shown: number) => `The last ${shown}. There were more before.`,
  // count.ts is not used: shared with this file it would become a chunk of its own, loaded before Timeline is drawn.
  drawings: (value: number) => `${value} ${value === 1 ? 'drawing' : 'drawings'}`,
  gonePage: 'Its content was removed',
  text: 'Text',
  comments: 'Comments',
  comment: (who: string, when: string, words: string) => `${who}, ${when}: ${words}`,
  noComments: 'No comments.',
  open: 'Open',
  done: 'Done',
  unknown: 'Nothing is known about this time. The history of this binder starts at a later entry.',
  note: 'People appear under their current names. Deleted messages and comments are not shown.',
});
