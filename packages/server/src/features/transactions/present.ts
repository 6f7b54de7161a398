import type {
  Absence,
  Assignee,
  DisplayStatus,
  FileRequest,
  SharedAssignee,
  Step,
  StepFileRequest,
  Transaction,
} from '@ringbinder/protocol';
import { presentDueTimeAndDay } from '../../time/due-day.ts';
import type { AbsenceRow, AssigneeRow, StepRow, TransactionRow } from './queries.ts';

/** @param isPast whether `row` is an earlier state */
export function presentTransaction(row: TransactionRow, isPast = false): Transaction {
  const open = row.steps.filter((step) => step.completed_at === null);
  const currentOrder = Math.min(...open.map((step) => step.order_number));
  return {
    id: row.id,
    title: row.title,
    content: row.content,
    created_time: row.created_at,
    updated_time: row.updated_at,
    steps: row.steps.map((step) => presentStep(row, step, statusOf(row, step, currentOrder), isPast)),
    ...displayStatusOf(row, currentOrder),
    creator: { id: row.creator_id, name: row.creator_name },
    ...(row.observers === null ? {} : { observers: row.observers }),
    ...(row.template_id === null || row.template_version === null
      ? {}
      : { template: { id: row.template_id, version: row.template_version } }),
    ...(row.max_reopenings === null ? {} : { max_reopenings: row.max_reopenings }),
    is_active: row.is_active,
    ...(row.outcome === null ? {} : { outcome: row.outcome }),
    ...presentDue(row),
    ...(row.reminded_at === null ? {} : { reminded_time: row.reminded_at }),
  };
}

const OVERDUE: DisplayStatus = { text: 'Overdue', style: 'DANGER' };

function displayStatusOf(row: TransactionRow, currentOrder: number): { display_status?: DisplayStatus } {
  const { display_text: text, display_style: style, is_active, outcome, steps } = row;
  if (text !== null && style !== null) return { display_status: { text, style } };
  const isOverdue = steps.some(
    (step) => step.overdue_at !== null && step.completed_at === null && step.order_number === currentOrder,
  );
  return isOverdue && is_active && outcome === null ? { display_status: OVERDUE } : {};
}

const presentDue = ({ due_at, due_day, reminders }: Pick<StepRow, 'due_at' | 'due_day' | 'reminders'>) => ({
  ...presentDueTimeAndDay({ due_at, due_day }),
  ...(due_at === null || !reminders?.length ? {} : { reminders }),
});

function presentStep(
  transaction: TransactionRow,
  row: StepRow,
  status: Step['status'],
  isPast: boolean,
): Step {
  const isOpen = !isPast && (status === 'current' || status === 'waiting');
  const { clicked_button_id, completed_at, reopened_at, reopenings } = row;
  return {
    id: row.id,
    created_time: row.created_at,
    updated_time: row.updated_at,
    order_number: row.order_number,
    action_style: row.action_style.toLowerCase(),
    actions: row.actions,
    ...(row.fields === null ? {} : { fields: row.fields }),
    ...(row.pages === null ? {} : { pages: row.pages.map((page) => presentPage(row, page)) }),
    ...(row.file_requests === null ? {} : { file_requests: presentFileRequests(row, row.file_requests) }),
    ...(row.signature_places === null ? {} : { signatures: presentSignatures(row, row.signature_places) }),
    ...presentAssignees(transaction, row, isOpen),
    ...(row.groups === null ? {} : { groups: row.groups }),
    ...(row.distinct_from === null ? {} : { distinct_from: row.distinct_from }),
    ...(row.not_creator ? { not_creator: true } : {}),
    status,
    ...(clicked_button_id === null || completed_at === null
      ? {}
      : { clicked_button_id, completed_time: completed_at, ...answersBy(row, row.assignee_id) }),
    ...(reopened_at === null || reopenings === null
      ? {}
      : { reopened_count: reopenings, reopened_time: reopened_at }),
    ...presentDue(row),
    ...presentEscalation(row),
  };
}

/** While the step is open, a read counts only if the page still has the same file. */
function presentPage(
  { reads, completed_at }: StepRow,
  { id, name, file_id }: NonNullable<StepRow['pages']>[number],
): NonNullable<Step['pages']>[number] {
  const read_by = Object.entries(reads ?? {}).flatMap(([user_id, pages]) => {
    const read = pages[id];
    return read && (completed_at !== null || read.file_id === file_id) ? [{ user_id, time: read.at }] : [];
  });
  return { id, name, read_by };
}

const presentFileRequests = ({ deliveries }: StepRow, requests: FileRequest[]): StepFileRequest[] =>
  requests.map((each) => ({
    ...each,
    files: (deliveries ?? [])
      .filter(({ request }) => request === each.id)
      .map(({ file_id, name, sha256, page_ids, user_id, at }) => ({
        ...{ file_id, name, sha256, page_ids, user_id },
        time: at,
      })),
  }));

/** Shows the signatures of `assignee_id`, because one person completes a step with signatures. */
function presentSignatures(
  row: StepRow,
  places: NonNullable<StepRow['signature_places']>,
): NonNullable<Step['signatures']> {
  const { signatures, signed_files: files, completed_at: time, assignee_id: assigneeId } = row;
  const userId = row.delegates?.[assigneeId]?.id ?? assigneeId;
  return places.map((place) => {
    const given = signatures?.[assigneeId] ?? {};
    const signature = Object.hasOwn(given, place.id) ? given[place.id] : undefined;
    if (!signature || time === null) return place;
    const { text, strokes, sha256, file_id } = signature;
    const content = {
      ...(text === undefined ? {} : { text }),
      ...(strokes === undefined ? {} : { strokes }),
      ...(sha256 === undefined ? {} : { sha256 }),
    };
    const signedFile = files?.[file_id];
    const drawn = signedFile === undefined ? {} : { file_id: signedFile };
    return { ...place, signature: { user_id: userId, time, ...content, ...drawn } };
  });
}

function presentEscalation({ escalate_to: user_id, escalate_name: name, escalate_after: after }: StepRow) {
  return user_id === null
    ? {}
    : { escalation: { assignee: { user_id, name: name ?? '' }, after: after ?? 0 } };
}

function statusOf({ outcome }: TransactionRow, row: StepRow, currentOrder: number): Step['status'] {
  if (row.clicked_button_id !== null) return 'completed';
  if (row.completed_at !== null) return 'skipped';
  if (outcome !== null) return 'skipped';
  return row.order_number === currentOrder ? 'current' : 'waiting';
}

/** For clients that support only one assignee, `assignee` is the first person who can still press a button. */
function presentAssignees(
  transaction: TransactionRow,
  row: StepRow,
  isOpen: boolean,
): Pick<Step, 'assignee' | 'assignees' | 'required' | 'pressed_count'> {
  const { assignees, required, presses, completed_at } = row;
  const completer = {
    ...presentAssignee(assigneeOf(row), isOpen),
    ...viewedBy(row, row.assignee_id),
    ...pressedBy(row, row.assignee_id),
  };
  if (assignees === null || required === null) return { assignee: completer };
  const excluded = completed_at === null ? excludedFrom(transaction, row) : undefined;
  const isAwaited = ({ id }: AssigneeRow) => !presses?.[id] && !excluded?.has(id);
  const present = (assignee: AssigneeRow): SharedAssignee => {
    const press = presses?.[assignee.id];
    return {
      ...presentAssignee(assignee, isOpen && !press),
      ...viewedBy(row, assignee.id),
      ...pressedBy(row, assignee.id),
      ...(press
        ? { pressed: { click_button_id: press.action, time: press.at, ...answersBy(row, assignee.id) } }
        : {}),
      ...(assignee.is_of_group ? { by_group: true } : {}),
      ...(!press && excluded?.has(assignee.id) ? { excluded: true } : {}),
    };
  };
  const next = completed_at === null ? assignees.find(isAwaited) : undefined;
  return {
    assignee: next ? { ...presentAssignee(next, isOpen), ...viewedBy(row, next.id) } : completer,
    assignees: assignees
      .filter(({ id, is_of_group }) => isOpen || !is_of_group || presses?.[id])
      .map(present),
    required,
    pressed_count: Object.keys(presses ?? {}).length,
  };
}

const pressedBy = (row: StepRow, assigneeId: string): Pick<Assignee, 'pressed_by'> => {
  const delegate = hasPress(row, assigneeId) ? row.delegates?.[assigneeId] : undefined;
  return delegate ? { pressed_by: delegate } : {};
};

const viewedBy = ({ views }: StepRow, assigneeId: string): Pick<Assignee, 'viewed_time'> => {
  const at = views?.[assigneeId];
  return at === undefined ? {} : { viewed_time: at };
};

const answersBy = ({ answers }: StepRow, assigneeId: string): Pick<Step, 'answers'> => {
  const own = answers?.[assigneeId];
  return own ? { answers: own } : {};
};

/** Ignores `delegates`, because an earlier release did not remove them when it reopened a step. */
const hasPress = ({ assignees, presses, clicked_button_id }: StepRow, assigneeId: string): boolean =>
  assignees === null ? clicked_button_id !== null : presses?.[assigneeId] !== undefined;

function excludedFrom({ creator_id, steps }: TransactionRow, row: StepRow): Set<string> {
  const earlier = steps.filter(({ order_number }) => row.distinct_from?.includes(order_number));
  return new Set([...(row.not_creator ? [creator_id] : []), ...earlier.flatMap(pressersOf)]);
}

export const assigneeIdsOf = ({ assignees, assignee_id }: StepRow): string[] =>
  assignees?.map(({ id }) => id) ?? [assignee_id];

export const delegateIdsOf = (step: StepRow): string[] =>
  Object.entries(step.delegates ?? {})
    .filter(([assigneeId]) => hasPress(step, assigneeId))
    .map(([, { id }]) => id);

export function pressersOf(step: StepRow): string[] {
  const { assignees, presses, assignee_id, clicked_button_id } = step;
  if (assignees !== null) return [...Object.keys(presses ?? {}), ...delegateIdsOf(step)];
  return clicked_button_id === null ? [] : [assignee_id, ...delegateIdsOf(step)];
}

const assigneeOf = (row: StepRow): AssigneeRow => ({
  id: row.assignee_id,
  name: row.assignee_name,
  email: row.assignee_email,
  org_id: row.assignee_org_id,
  unique_id: row.assignee_unique_id,
  unavailable: row.assignee_unavailable,
  absences: row.assignee_absences,
  is_of_group: false,
});

const presentAbsence = ({ starts_at, ends_at, delegate }: AbsenceRow): Absence => ({
  starts_time: starts_at,
  ends_time: ends_at,
  ...(delegate === null ? {} : { delegate }),
});

function presentAssignee(row: AssigneeRow, isOpen: boolean): Assignee {
  const { email, unique_id, unavailable, absences } = row;
  return {
    user_id: row.id,
    name: row.name,
    org_id: row.org_id,
    ...(email === null ? {} : { email }),
    ...(unique_id === null ? {} : { unique_id }),
    ...(isOpen && unavailable !== null ? { unavailable } : {}),
    ...(isOpen && absences !== null ? { absences: absences.map(presentAbsence) } : {}),
  };
}
