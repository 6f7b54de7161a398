import type { Assignee, DisplayStatus, Step, Transaction } from '@ringbinder/protocol';
import type { StepRow, TransactionRow } from './queries.ts';

/** @param isPast true for an earlier state, for which the availability of assignees is unknown */
export function presentTransaction(row: TransactionRow, isPast = false): Transaction {
  const open = row.steps.filter((step) => step.completed_at === null);
  const currentOrder = Math.min(...open.map((step) => step.order_number));
  return {
    id: row.id,
    title: row.title,
    content: row.content,
    created_time: row.created_at,
    updated_time: row.updated_at,
    steps: row.steps.map((step) => presentStep(step, statusOf(row, step, currentOrder), isPast)),
    ...displayStatusOf(row, currentOrder),
    creator: { id: row.creator_id, name: row.creator_name },
    is_active: row.is_active,
    ...(row.outcome === null ? {} : { outcome: row.outcome }),
    ...presentDue(row),
  };
}

const OVERDUE: DisplayStatus = { text: 'Overdue', style: 'DANGER' };

/** An open transaction without a status of its own says that it is overdue. */
function displayStatusOf(row: TransactionRow, currentOrder: number): { display_status?: DisplayStatus } {
  const { display_text: text, display_style: style, is_active, outcome, steps } = row;
  if (text !== null && style !== null) return { display_status: { text, style } };
  const isOverdue = steps.some(
    (step) => step.overdue_at !== null && step.completed_at === null && step.order_number === currentOrder,
  );
  return isOverdue && is_active && outcome === null ? { display_status: OVERDUE } : {};
}

const presentDue = ({ due_at, reminders }: Pick<StepRow, 'due_at' | 'reminders'>) => ({
  ...(due_at === null ? {} : { due_time: due_at }),
  ...(due_at === null || !reminders?.length ? {} : { reminders }),
});

function presentStep(row: StepRow, status: Step['status'], isPast: boolean): Step {
  const isOpen = !isPast && (status === 'current' || status === 'waiting');
  const { clicked_button_id, completed_at } = row;
  return {
    id: row.id,
    created_time: row.created_at,
    updated_time: row.updated_at,
    order_number: row.order_number,
    action_style: row.action_style.toLowerCase(),
    actions: row.actions,
    assignee: presentAssignee(row, isOpen),
    status,
    ...(clicked_button_id === null ? {} : { clicked_button_id }),
    ...(completed_at === null ? {} : { completed_time: completed_at }),
    ...presentDue(row),
    ...presentEscalation(row),
  };
}

function presentEscalation({ escalate_to: user_id, escalate_name: name, escalate_after: after }: StepRow) {
  return user_id === null
    ? {}
    : { escalation: { assignee: { user_id, name: name ?? '' }, after: after ?? 0 } };
}

function statusOf({ outcome }: TransactionRow, row: StepRow, currentOrder: number): Step['status'] {
  if (row.completed_at !== null) return 'completed';
  if (outcome !== null) return 'skipped';
  return row.order_number === currentOrder ? 'current' : 'waiting';
}

function presentAssignee(row: StepRow, isOpen: boolean): Assignee {
  const { assignee_email: email, assignee_unique_id: unique_id, assignee_unavailable: unavailable } = row;
  return {
    user_id: row.assignee_id,
    name: row.assignee_name,
    org_id: row.assignee_org_id,
    ...(email === null ? {} : { email }),
    ...(unique_id === null ? {} : { unique_id }),
    ...(isOpen && unavailable !== null ? { unavailable } : {}),
  };
}
