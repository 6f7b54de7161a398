import type { LogEntry } from '@ringbinder/client';
import { history as text } from '../strings/messages/history.ts';

type Key = keyof typeof text.happened;
type Body = Readonly<Record<string, unknown>>;
type NameOf = (kind: 'page' | 'transaction', id: unknown) => string | undefined;

const personIn = (name: unknown) => (name ? String(name) : text.someone);
const wordIn = (name: unknown) => (name === undefined ? text.untitled : String(name));

const VALUES = {
  emoji: ({ emoji }) => wordIn(emoji),
  entry: ({ from_seq }) => Number(from_seq),
  invited: ({ email, unique_id }) => personIn(email ?? unique_id),
  name: ({ name }) => wordIn(name),
  page: ({ page_id, id }, nameOf) => wordIn(nameOf('page', page_id ?? id)),
  person: ({ name }) => personIn(name),
  previous: ({ previous_name }) => personIn(previous_name),
  represented: ({ for_name }) => personIn(for_name),
  text: ({ text: words }) => wordIn(words),
  title: ({ title, transaction_id, id }, nameOf) =>
    wordIn(title ?? nameOf('transaction', transaction_id ?? id)),
  topic: ({ topic }) => wordIn(topic),
} as const satisfies Readonly<Record<string, (body: Body, nameOf: NameOf) => string | number>>;
type Value = keyof typeof VALUES;

const SENTENCES: Readonly<Record<Key, readonly Value[]>> = {
  binderCreated: ['name'],
  binderUpdated: [],
  binderRenamed: ['name'],
  binderDeleted: [],
  memberAdded: ['person'],
  memberRemoved: ['person'],
  memberChanged: ['person'],
  memberNowOwner: ['person'],
  memberNowEditor: ['person'],
  memberNowViewer: ['person'],
  memberDisabled: ['person'],
  memberEnabled: ['person'],
  memberInvited: ['invited'],
  invitationEnded: ['invited'],
  viewLinkCreated: [],
  viewLinkRevoked: [],
  messagePosted: [],
  feedPosted: [],
  messageEdited: [],
  messageDeleted: [],
  reactionAdded: ['emoji'],
  reactionRemoved: ['emoji'],
  messagePinned: [],
  messageUnpinned: [],
  messagePreviewed: [],
  messagePreviewRemoved: [],
  fileUploaded: ['name'],
  versionUploaded: ['name'],
  fileDeleted: ['name'],
  pageCreated: ['page'],
  pageRenamed: ['name'],
  pageUpdated: ['page'],
  pageReordered: ['page'],
  pageDeleted: ['page'],
  pageMoved: ['page'],
  pageCommented: ['page'],
  pageCommentEdited: ['page'],
  pageCommentResolved: ['page'],
  pageCommentReopened: ['page'],
  pageCommentDeleted: ['page'],
  pageAnnotated: ['page'],
  pageAnnotationDeleted: ['page'],
  transactionCreated: ['title'],
  transactionRenamed: ['title'],
  transactionUpdated: ['title'],
  transactionOpened: ['title'],
  transactionStopped: ['title'],
  transactionDeleted: ['title'],
  transactionCompleted: ['title'],
  transactionRejected: ['title'],
  transactionReopened: ['title'],
  transactionMoved: ['title'],
  transactionReminded: ['title'],
  stepCompleted: ['title'],
  stepCompletedFor: ['title', 'represented'],
  stepLinkCreated: ['title'],
  stepLinkUsed: ['title'],
  stepReminded: ['title'],
  stepOverdue: ['title'],
  stepReassigned: ['title', 'previous', 'person'],
  stepEscalated: ['title', 'previous', 'person'],
  stepAssigneeAdded: ['person', 'title'],
  stepAssigneeUnavailable: ['person', 'title'],
  stepAssigneeAvailable: ['person', 'title'],
  stepPageRead: ['name', 'title'],
  stepViewed: ['title'],
  stepFileDelivered: ['name', 'title'],
  stepFileWithdrawn: ['name', 'title'],
  stepSignaturesDrawn: ['name', 'title'],
  stepAbsenceChanged: ['person', 'title'],
  stepGroupChanged: ['name', 'title'],
  buttonTapped: ['text'],
  botEnabled: ['person'],
  botDisabled: ['person'],
  meetScheduled: ['name'],
  meetUpdated: ['name'],
  meetCancelled: ['name'],
  meetStarted: ['name'],
  meetEnded: ['name'],
  meetAccepted: ['name'],
  meetDeclined: ['name'],
  meetInvited: ['name'],
  meetJoined: ['name'],
  meetLeft: ['name'],
  meetRung: ['name'],
  meetReplied: ['name'],
  meetReminded: ['name'],
  meetKnocked: ['name'],
  meetCaptioned: ['person'],
  meetLinkCreated: [],
  meetLinkRevoked: [],
  meetRecordingReady: ['topic'],
  sectionCreated: ['name'],
  sectionUpdated: ['name'],
  sectionDeleted: ['name'],
  todoCreated: ['name'],
  todoUpdated: ['name'],
  todoCompleted: ['name'],
  todoReopened: ['name'],
  todoDeleted: [],
  todoReminded: ['name'],
  todoAssigneeUnavailable: ['person'],
  todoAssigneeAvailable: ['person'],
  chainRelinked: ['entry'],
  other: [],
};

const ROLES: Readonly<Record<string, Key>> = {
  BOARD_OWNER: 'memberNowOwner',
  BOARD_READ_WRITE: 'memberNowEditor',
  BOARD_READ_ONLY: 'memberNowViewer',
};

const KEYS: Readonly<Record<string, (body: Body) => Key>> = {
  binder_updated: ({ name }) => (name === undefined ? 'binderUpdated' : 'binderRenamed'),
  member_changed: ({ type }) => ROLES[String(type)] ?? 'memberChanged',
  message_posted: ({ is_feed }) => (is_feed ? 'feedPosted' : 'messagePosted'),
  file_uploaded: ({ replaces }) => (replaces === undefined ? 'fileUploaded' : 'versionUploaded'),
  page_updated: ({ name, page_number, file_id }) => {
    if (name !== undefined && file_id === undefined) return 'pageRenamed';
    return page_number === undefined ? 'pageUpdated' : 'pageReordered';
  },
  transaction_updated: ({ title, is_active }) => {
    if (title !== undefined) return 'transactionRenamed';
    if (is_active === undefined) return 'transactionUpdated';
    return is_active ? 'transactionOpened' : 'transactionStopped';
  },
  transaction_ended: ({ outcome }) =>
    outcome === 'rejected' ? 'transactionRejected' : 'transactionCompleted',
  step_pressed: answerKey,
  step_completed: answerKey,
  step_reassigned: ({ escalated }) => (escalated ? 'stepEscalated' : 'stepReassigned'),
  meet_answered: ({ answer }) => (answer === 'joined' ? 'meetAccepted' : 'meetDeclined'),
};

function answerKey({ for_user_id }: Body): Key {
  return for_user_id === undefined ? 'stepCompleted' : 'stepCompletedFor';
}

function keyOf(kind: string, body: Body): Key {
  const key = KEYS[kind]?.(body) ?? kind.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return key in SENTENCES ? (key as Key) : 'other';
}

export function sentenceOf({ actor, kind, body }: LogEntry, nameOf: NameOf): string {
  const key = keyOf(kind, body);
  const say = text.happened[key] as (...values: (string | number)[]) => string;
  return say(actor.name, ...SENTENCES[key].map((value) => VALUES[value](body, nameOf)));
}
