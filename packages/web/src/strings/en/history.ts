import { isolated, sentences } from './sentences.ts';

type Body = Readonly<Record<string, unknown>>;
/** What is known by its id: pages and transactions. */
export type NameOf = (kind: 'page' | 'transaction', id: unknown) => string | undefined;

const page = (id: unknown, nameOf: NameOf, otherwise: string) => {
  const name = nameOf('page', id);
  return name === undefined ? otherwise : quoted(name);
};
const transaction = (id: unknown, nameOf: NameOf) => {
  const name = nameOf('transaction', id);
  return name === undefined ? 'a transaction' : quoted(name);
};
/** A name may have been erased. */
const person = (name: unknown) => (name ? isolated(String(name)) : 'somebody');
const quoted = (text: unknown) => `“${isolated(String(text))}”`;
const roles: Readonly<Record<string, string>> = {
  BOARD_OWNER: 'the owner',
  BOARD_READ_WRITE: 'somebody who can write',
  BOARD_READ_ONLY: 'somebody who can read',
};

/** What happened, behind the name of who did it, by the kind of the log entry. */
const happened: Readonly<Record<string, (body: Body, nameOf: NameOf) => string>> = {
  binder_created: ({ name }) => `made the binder ${quoted(name)}`,
  binder_updated: ({ name }) =>
    name === undefined ? 'changed the binder' : `named the binder ${quoted(name)}`,
  binder_deleted: () => 'deleted the binder',
  member_added: ({ name }) => `added ${person(name)}`,
  member_removed: ({ name }) => `removed ${person(name)}`,
  member_changed: ({ name, type }) =>
    `made ${person(name)} ${roles[String(type)] ?? 'another kind of member'}`,
  member_invited: ({ email, unique_id }) => `invited ${person(email ?? unique_id)}`,
  invitation_ended: ({ email, unique_id }) => `ended the invitation of ${person(email ?? unique_id)}`,
  view_link_created: () => 'made a link for looking at the pages',
  view_link_revoked: () => 'took a link for looking at the pages back',
  message_posted: ({ is_feed }) => (is_feed ? 'told the chat of it' : 'wrote a message'),
  message_edited: () => 'edited a message',
  message_deleted: () => 'deleted a message',
  reaction_added: ({ emoji }) => `reacted with ${emoji}`,
  reaction_removed: ({ emoji }) => `took ${emoji} back`,
  message_pinned: () => 'pinned a message',
  message_unpinned: () => 'unpinned a message',
  file_uploaded: ({ name }) => `uploaded ${quoted(name)}`,
  file_deleted: ({ name }) => `deleted ${quoted(name)}`,
  page_created: ({ id }, nameOf) => `added the page ${page(id, nameOf, '')}`.trim(),
  page_updated: ({ id, name, page_number }, nameOf) => {
    if (name !== undefined) return `named a page ${quoted(name)}`;
    return `${page_number === undefined ? 'changed' : 'moved'} ${page(id, nameOf, 'a page')}`;
  },
  page_deleted: ({ id }, nameOf) => `deleted ${page(id, nameOf, 'a page')}`,
  page_moved: ({ id }, nameOf) => `moved ${page(id, nameOf, 'a page')} to another binder`,
  page_commented: ({ page_id }, nameOf) => `commented on ${page(page_id, nameOf, 'a page')}`,
  page_comment_deleted: ({ page_id }, nameOf) => `deleted a comment on ${page(page_id, nameOf, 'a page')}`,
  page_annotated: ({ page_id }, nameOf) => `drew on ${page(page_id, nameOf, 'a page')}`,
  page_annotation_deleted: ({ page_id }, nameOf) => `erased from ${page(page_id, nameOf, 'a page')}`,
  transaction_created: ({ title }) => `asked for ${quoted(title)}`,
  transaction_updated: ({ id, title, is_active }, nameOf) => {
    if (title !== undefined) return `named a transaction ${quoted(title)}`;
    const verb = is_active === undefined ? 'changed' : is_active ? 'opened' : 'stopped';
    return `${verb} ${transaction(id, nameOf)}`;
  },
  transaction_deleted: ({ id }, nameOf) => `deleted ${transaction(id, nameOf)}`,
  transaction_ended: ({ id, outcome }, nameOf) => `ended ${transaction(id, nameOf)}: ${outcome}`,
  transaction_reopened: ({ id }, nameOf) => `opened ${transaction(id, nameOf)} again`,
  step_completed: ({ transaction_id }, nameOf) => `answered ${transaction(transaction_id, nameOf)}`,
  step_link_created: ({ transaction_id }, nameOf) =>
    `made a link for answering ${transaction(transaction_id, nameOf)}`,
  step_link_used: ({ transaction_id }, nameOf) => `answered ${transaction(transaction_id, nameOf)} by a link`,
  step_reassigned: ({ transaction_id, name, previous_name }, nameOf) =>
    `reassigned a step of ${transaction(transaction_id, nameOf)} from ${person(previous_name)} to ${person(name)}`,
  step_assignee_unavailable: ({ transaction_id, name }, nameOf) =>
    `made ${person(name)} unavailable for ${transaction(transaction_id, nameOf)}`,
  step_assignee_available: ({ transaction_id, name }, nameOf) =>
    `made ${person(name)} available again for ${transaction(transaction_id, nameOf)}`,
  button_tapped: ({ text }) => `tapped ${quoted(text)}`,
  bot_enabled: ({ name }) => `enabled ${person(name)}`,
  bot_disabled: ({ name }) => `disabled ${person(name)}`,
  meet_scheduled: ({ name }) => `planned the meet ${quoted(name)}`,
  meet_updated: ({ name }) => `changed the meet ${quoted(name)}`,
  meet_cancelled: ({ name }) => `called the meet ${quoted(name)} off`,
  meet_started: ({ name }) => `began the meet ${quoted(name)}`,
  meet_ended: ({ name }) => `ended the meet ${quoted(name)}`,
  meet_invited: ({ name }) => `invited people to the meet ${quoted(name)}`,
  meet_reminded: ({ name }) => `was reminded of the meet ${quoted(name)}`,
  meet_captioned: ({ name }) => `had a caption of ${person(name)} written down`,
  meet_link_created: () => 'made a link for guests of a meet',
  meet_link_revoked: () => 'took a link for guests of a meet back',
  meet_recording_ready: ({ topic }) => `recorded the meet ${quoted(topic)}`,
  todo_created: ({ name }) => `added the to-do ${quoted(name)}`,
  todo_updated: ({ name }) => `changed the to-do ${quoted(name)}`,
  todo_completed: ({ name }) => `did ${quoted(name)}`,
  todo_reopened: ({ name }) => `opened the to-do ${quoted(name)} again`,
  todo_deleted: () => 'deleted a to-do',
  todo_reminded: ({ name }) => `was reminded of ${quoted(name)}`,
  todo_assignee_unavailable: ({ name }) => `made ${person(name)} unavailable for a to-do`,
  todo_assignee_available: ({ name }) => `made ${person(name)} available again for a to-do`,
  chain_relinked: ({ from_seq }) => `had the hash chain relinked from entry ${from_seq} by the operator`,
};

/** The history of a binder. */
export const history = sentences({
  title: 'History',
  slider: 'Entry of the history',
  earlier: 'Earlier',
  later: 'Later',
  backToNow: 'Back to now',
  isPast: (when: string) => `As it was on ${when}. Nothing can be changed here.`,
  isNow: 'As it is now. Move back to see what was.',
  entryOf: (seq: number, latest: number) => `Entry ${seq} of ${latest}`,
  sentence: (who: string, what: string) => `${who} ${what}`,
  /** Read out for the slider. */
  value: (sentence: string, when: string) => `${sentence}, ${when}`,
  entries: 'What happened',
  olderEntries: 'Earlier entries',
  laterEntries: 'Later entries',
  happened: (kind: string, body: Body, nameOf: NameOf) =>
    happened[kind]?.(body, nameOf) ?? 'changed something',
  you: 'You',
  parts: {
    pages: 'Pages',
    transactions: 'Transactions',
    todos: 'To-dos',
    users: 'Members',
    messages: 'Messages',
  },
  none: {
    pages: 'There were no pages yet.',
    transactions: 'Nothing had been asked for yet.',
    todos: 'There was nothing to do yet.',
    users: 'There was nobody yet.',
    messages: 'Nothing had been said yet.',
  },
  first: (shown: number) => `The first ${shown}; there were more.`,
  last: (shown: number) => `The last ${shown}; there were more before.`,
  // Not by count.ts: shared with this it would be a file of its own, loaded before Timeline is drawn.
  drawings: (value: number) => `${value} ${value === 1 ? 'drawing' : 'drawings'}`,
  gonePage: 'Its content was removed',
  text: 'Text',
  comments: 'Comments',
  comment: (who: string, when: string, words: string) => `${who}, ${when}: ${words}`,
  noComments: 'There were none.',
  open: 'Open',
  done: 'Done',
  unknown: 'What was then is not known: the history of this binder is kept from a later entry on.',
  note: 'People have the names that they have now. What was deleted from the chat, and comments that were deleted, are not shown.',
});
