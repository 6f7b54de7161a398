import type { Step, Transaction } from '@ringbinder/protocol';
import { Refusal } from '../../binder/refusal.ts';
import { templateSaving as words } from '../../strings/messages/template-saving.ts';
import { isRole, roleNamed } from './role-name.ts';
import type { TemplateBody } from './template.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface Saving {
  title: string;
  content: string;
  /** Days from creation until due, or empty. */
  days: string;
  roles: Readonly<Record<string, string>>;
}

export interface Person {
  id: string;
  name: string;
}

const STYLES = ['button', 'form', 'file_request'];

export const canBeTemplate = ({ steps }: Pick<Transaction, 'steps'>): boolean =>
  steps.every(({ action_style }) => STYLES.includes(action_style));

const namedIn = ({ assignee, assignees }: Step) =>
  assignees?.filter(({ by_group }) => !by_group) ?? [assignee];

export function peopleOf({ steps, observers = [] }: Transaction): readonly Person[] {
  const people = [
    ...steps.flatMap((step) => [...namedIn(step), ...(step.escalation ? [step.escalation.assignee] : [])]),
    ...observers.map(({ id, name }) => ({ user_id: id, name })),
  ];
  return [...new Map(people.map(({ user_id: id, name }) => [id, { id, name }])).values()];
}

export function savingOf(transaction: Transaction): Saving {
  const { title, content, due_time, created_time } = transaction;
  const days =
    due_time === undefined ? '' : String(Math.max(1, Math.round((due_time - created_time) / DAY_MS)));
  const people = peopleOf(transaction);
  const roles = people.map(({ id }, index) => [id, words.role(index + 1)] as const);
  return { title, content, days, roles: Object.fromEntries(roles) };
}

export function checkRoles({ roles }: Saving): void {
  const wrong = Object.entries(roles).filter(([, name]) => !isRole(roleNamed(name)));
  if (wrong.length === 0) return;
  throw new Refusal(words.noRole, Object.fromEntries(wrong.map(([id]) => [`roles.${id}`, words.noRole])));
}

export function bodyFrom(transaction: Transaction, saving: Saving): TemplateBody {
  const { steps, observers, reminders, max_reopenings, due_time, created_time } = transaction;
  const roleOf = (id: string) => roleNamed(saving.roles[id] ?? '');
  const due = saving.days === '' ? {} : { due_in: Math.round(Number(saving.days) * DAY_MS) };
  const dueOf = (step: Step) =>
    step.due_time === undefined || step.due_time === due_time || step.due_time <= created_time
      ? {}
      : { due_in: step.due_time - created_time };
  return {
    title: saving.title,
    content: saving.content,
    ...due,
    ...(reminders && saving.days !== '' && { reminders }),
    ...(max_reopenings !== undefined && { max_reopenings }),
    ...(observers && { observers: observers.map(({ id }) => ({ role: roleOf(id) })) }),
    steps: steps.map((step) => {
      const ownDue = dueOf(step);
      const isDue = 'due_in' in ownDue || saving.days !== '';
      const { order_number, action_style, distinct_from, not_creator, fields } = step;
      return {
        order_number,
        action_style,
        ...assigneesOf(step, roleOf),
        ...(distinct_from && { distinct_from }),
        ...(not_creator && { not_creator }),
        ...(fields && { fields }),
        ...(step.file_requests && {
          file_requests: step.file_requests.map(({ files: _, ...request }) => request),
        }),
        actions: step.actions.map((action) => ({
          ...action,
          feed_msg: action.feed_msg.replace(transaction.title, () => saving.title),
        })),
        ...ownDue,
        ...(step.reminders && isDue && { reminders: step.reminders }),
        ...(step.escalation &&
          isDue && {
            escalation: {
              after: step.escalation.after,
              assignee: { role: roleOf(step.escalation.assignee.user_id) },
            },
          }),
      };
    }),
  };
}

function assigneesOf(
  step: Step,
  roleOf: (id: string) => string,
): Pick<TemplateBody['steps'][number], 'assignee' | 'assignees' | 'required'> {
  const { assignee, assignees, groups = [], required } = step;
  if (!assignees) return { assignee: { role: roleOf(assignee.user_id) } };
  const all: readonly { role?: string; group_id?: string }[] = [
    ...namedIn(step).map(({ user_id }) => ({ role: roleOf(user_id) })),
    ...groups.map(({ id }) => ({ group_id: id })),
  ];
  const [only] = all;
  const count = required === undefined ? {} : { required };
  return only && all.length === 1 ? { assignee: only, ...count } : { assignees: [...all], ...count };
}
