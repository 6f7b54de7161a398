import {
  type Actor,
  accessBinderAsOf,
  type BinderCall,
  changeBinder,
  findMembersAmong,
  memberProblem,
  orNotFound,
  requireNoProblems,
} from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { because, fieldPreconditionFailed, invalid, referenceNotFound } from '../../errors.ts';
import { allocateIds, type NewLogEntry } from '../../log/index.ts';
import type { Transaction } from '../../storage/database.ts';
import { dueFieldsToStore } from '../../time/due-day.ts';
import * as queries from './queries.ts';
import { type TodoRow, todoResource } from './resource.ts';
import type { NewTodo, TodoChange } from './schema.ts';

export interface ChangedTodo {
  id: number;
  name: string;
  updated_time: number;
}

export async function listTodos(
  env: Environment,
  actor: Actor,
  binderId: string,
  after: { position: string; id: number },
  limit: number,
  asOf: string | undefined,
): ReturnType<typeof queries.findTodos> {
  const db = await accessBinderAsOf(env, actor, binderId, asOf, ['todos']);
  const rows = await queries.findTodos(db, binderId, after, limit);
  if (asOf !== undefined) for (const { assignee } of rows) delete assignee?.unavailable;
  return rows;
}

export function createTodo(call: BinderCall, input: NewTodo): Promise<ChangedTodo> {
  const { binderId, actor } = call;
  const due = dueFieldsToStore(input);
  return changeBinder(call, 'write', async ({ tx, at, log }) => {
    await checkAssignee(tx, binderId, input.assignee_id);
    const { message_id: messageId } = input;
    if (messageId !== undefined && !(await queries.hasMessage(tx, binderId, messageId)))
      throw referenceNotFound('message_id', `names no message of the binder: ${messageId}`);
    const id = await allocateIds(tx, binderId, 1);
    await todoResource.insert(tx, { binderId, id, at }, { ...input, ...due, creator_id: actor.userId });
    const { name, assignee_id } = input;
    const body = { id, name, ...(assignee_id === undefined ? {} : { assignee_id }) };
    await log([{ kind: 'todo_created', body }]);
    return { id, name, updated_time: at };
  });
}

export function updateTodo(call: BinderCall, id: number, change: TodoChange): Promise<ChangedTodo> {
  const { binderId, actor } = call;
  const { completed, after_id: afterId, assignee_id: assigneeId } = change;
  const fields = todoResource.changesOf(change);
  const changesFields = Object.keys(fields).length > 0;
  if (!changesFields && completed === undefined && afterId === undefined)
    throw invalid('', because('nothing_to_change'));
  return changeBinder(call, 'write', async ({ tx, at, log }) => {
    const target = { binderId, id, at };
    const todo = orNotFound(await todoResource.find(tx, binderId, id), 'to-do', id);
    requireUnchanged(todo, change);
    const entries: NewLogEntry[] = [];
    const { name = todo.name } = change;
    const isReassigned = assigneeId !== undefined && assigneeId !== todo.assignee?.id;
    if (changesFields) {
      // Unchanged assignees are accepted, because some clients send all fields.
      if (isReassigned) await checkAssignee(tx, binderId, assigneeId);
      const { reminder_time: reminderAt = todo.reminder_time } = fields;
      const reminded = reminderAt === todo.reminder_time ? {} : { reminded_at: null };
      await todoResource.update(tx, target, {
        ...fields,
        ...dueFieldsToStore(fields, todo.due_time),
        ...reminded,
      });
    }
    if (afterId !== undefined) await moveTodo(tx, binderId, id, afterId);
    if (changesFields || afterId !== undefined)
      entries.push({
        kind: 'todo_updated',
        body: { id, name, ...(isReassigned ? { assignee_id: assigneeId } : {}) },
      });
    if (completed !== undefined && completed !== todo.completed) {
      const [completed_at, completed_by] = completed ? [at, actor.userId] : [null, null];
      await todoResource.update(tx, target, { completed_at, completed_by });
      entries.push({ kind: completed ? 'todo_completed' : 'todo_reopened', body: { id, name } });
    }
    if (entries.length > 0) await log(entries);
    return { id, name, updated_time: entries.length > 0 ? at : todo.updated_time };
  });
}

function requireUnchanged({ id, description }: TodoRow, { base_description: base }: TodoChange): void {
  if (base === undefined || base === description) return;
  const problem = `is not the description of to-do ${id}: it was changed meanwhile`;
  throw fieldPreconditionFailed('base_description', problem);
}

async function moveTodo(tx: Transaction, binderId: string, todoId: number, afterId: number): Promise<void> {
  if (afterId === todoId) throw invalid('after_id', 'is the to-do itself');
  if (afterId !== 0) orNotFound(await todoResource.find(tx, binderId, afterId), 'to-do', afterId);
  await todoResource.moveAfter(tx, binderId, todoId, afterId);
}

export function deleteTodo(call: BinderCall, id: number): Promise<void> {
  const { binderId } = call;
  return changeBinder(call, 'write', async ({ tx, at, log }) => {
    orNotFound(await todoResource.find(tx, binderId, id), 'to-do', id);
    await todoResource.update(tx, { binderId, id, at }, { deleted_at: at });
    await log([{ kind: 'todo_deleted', body: { id } }]);
  });
}

async function checkAssignee(
  tx: Transaction,
  binderId: string,
  assigneeId: string | undefined,
): Promise<void> {
  if (assigneeId === undefined) return;
  const problem = memberProblem((await findMembersAmong(tx, binderId, [assigneeId])).get(assigneeId));
  requireNoProblems(problem === undefined ? [] : [{ path: 'assignee_id', ...problem }]);
}
