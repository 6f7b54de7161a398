import { type BinderCall, type BinderChange, changeBinder, requireNoProblems } from '../../access/index.ts';
import { because, fieldPreconditionFailed, invalid } from '../../errors.ts';
import { allocateIds } from '../../log/index.ts';
import type { Transaction } from '../../storage/database.ts';
import { dueFieldsToStore } from '../../time/due-day.ts';
import { checkAnswerable } from './answerable.ts';
import { findAssignees, findGroups } from './assignees.ts';
import { checkDueTimes } from './due-times.ts';
import { checkAssignee, type NamedAssignee, type PlannedStep, planSteps } from './planned-steps.ts';
import { type AssignedStep, insertTransaction } from './queries.ts';
import { findPageIds } from './read-page-queries.ts';
import { readySteps } from './ready-steps.ts';
import type { AssigneeInput, StepInput } from './schema.ts';
import { requireSignable } from './signable.ts';
import { findSignablePages } from './signature-queries.ts';
import { checkPlaces, namedPlaces } from './signatures.ts';

export interface TransactionInput {
  title: string;
  content: string;
  steps: readonly StepInput[];
  due_time?: number;
  due_day?: string;
  reminders?: readonly number[];
  observers?: readonly AssigneeInput[];
  max_reopenings?: number;
  template?: { id: string; version: number };
}

export interface CreatedTransaction {
  id: number;
  at: number;
  stepIds: number[];
}

export async function createTransaction(
  call: BinderCall,
  input: TransactionInput,
): Promise<CreatedTransaction> {
  const planned = planSteps(input.steps);
  await requireSignable(call, namedPlaces(planned));
  return changeBinder(call, 'write', (change) => storeTransaction(change, call.actor.userId, input, planned));
}

export function addTransaction(
  change: BinderChange,
  creatorId: string,
  input: TransactionInput,
): Promise<CreatedTransaction> {
  return storeTransaction(change, creatorId, input, planSteps(input.steps));
}

async function storeTransaction(
  { tx, access, at, log }: BinderChange,
  creatorId: string,
  input: TransactionInput,
  planned: readonly PlannedStep[],
): Promise<CreatedTransaction> {
  const { binderId } = access;
  const { due_time: dueAt, due_day: dueDay } = dueFieldsToStore(input);
  checkDueTimes({ due_time: dueAt, steps: input.steps }, at);
  const assigned = await assign(tx, access, planned);
  await requirePages(tx, binderId, planned);
  await requirePlaces(tx, binderId, planned);
  checkAnswerable(assigned, creatorId);
  const observerIds = await findObservers(tx, access, input.observers ?? []);
  const id = await allocateIds(tx, binderId, 1 + assigned.length);
  const steps = assigned.map((step, index) => ({ ...step, id: id + 1 + index }));
  const { title, content, reminders, template, max_reopenings: maxReopenings } = input;
  const row = { id, title, content, creatorId, at, steps, dueAt, dueDay, reminders, observerIds };
  await insertTransaction(tx, binderId, { ...row, template, maxReopenings });
  const ready = await readySteps(tx, binderId, id);
  await log([{ kind: 'transaction_created', body: { id, title, ...ready } }]);
  return { id, at, stepIds: steps.map((step) => step.id) };
}

async function assign(
  tx: Transaction,
  access: { binderId: string; orgId: string; partnerId: string },
  steps: readonly PlannedStep[],
): Promise<AssignedStep[]> {
  const groups = await findGroups(
    tx,
    access,
    steps.flatMap((step) => step.groups),
  );
  const named = steps.flatMap(({ assignees, escalation }, index) =>
    escalation
      ? [...assignees, { assignee: escalation.assignee, path: `steps[${index}].escalation.assignee` }]
      : assignees,
  );
  const people = (await findAssignees(tx, access, named)).values();
  const next = () => people.next().value?.id ?? '';
  return steps.map((step, index) => {
    const namedIds = step.assignees.map(next);
    requireDistinct(namedIds, step.assignees);
    const escalateTo = step.escalation ? next() : undefined;
    const members = step.groups.flatMap(({ id }) => groups.get(id) ?? []);
    const assigneeIds = [...new Set([...namedIds, ...members])];
    const required = requirePeople(step.required, assigneeIds.length, `steps[${index}].required`);
    return { ...step, required, namedIds, assigneeIds, escalateTo };
  });
}

async function requirePages(tx: Transaction, binderId: string, steps: readonly PlannedStep[]): Promise<void> {
  const named = steps.flatMap(({ pageIds }, step) =>
    (pageIds ?? []).map((id, page) => ({ id, path: `steps[${step}].pages[${page}]` })),
  );
  if (named.length === 0) return;
  const existing = await findPageIds(
    tx,
    binderId,
    named.map(({ id }) => id),
  );
  const problems = named.filter(({ id }) => !existing.has(id));
  requireNoProblems(problems.map(({ path }) => ({ path, ...because('not_page_of_binder') })));
}

async function requirePlaces(
  tx: Transaction,
  binderId: string,
  steps: readonly PlannedStep[],
): Promise<void> {
  const named = namedPlaces(steps);
  const places = named.map(({ place }) => place);
  checkPlaces(named, await findSignablePages(tx, binderId, places));
}

function requirePeople(required: PlannedStep['required'], count: number, path: string): number | null {
  if (required === 'all') return count;
  if (required !== null && required > count)
    throw fieldPreconditionFailed(path, because('required_above_people', { count }));
  return required;
}

async function findObservers(
  tx: Transaction,
  access: { binderId: string; partnerId: string },
  observers: readonly AssigneeInput[],
): Promise<string[]> {
  const named = observers.map((assignee, index) => ({ assignee, path: `observers[${index}]` }));
  for (const { assignee, path } of named) checkAssignee(assignee, path);
  const ids = (await findAssignees(tx, access, named)).map(({ id }) => id);
  requireDistinct(ids, named);
  return ids;
}

function requireDistinct(ids: readonly string[], named: readonly NamedAssignee[]): void {
  const again = ids.findIndex((id, index) => ids.indexOf(id) < index);
  if (again !== -1) throw invalid(named[again]?.path ?? '', because('same_person_twice'));
}
