import {
  type Actor,
  accessBinderAt,
  type BinderCall,
  changeBinder,
  findMembersAmong,
  found,
  memberProblem,
  requireNoProblems,
} from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { invalid } from '../../errors.ts';
import { allocateIds, type NewLogEntry } from '../../log/index.ts';
import type { Transaction } from '../../storage/database.ts';
import * as queries from './queries.ts';
import type { emptiable } from './schema.ts';

/** What a changed to-do is called. */
export interface ChangedTodo {
  id: number;
  name: string;
  updated_time: number;
}

/** What a caller wants of a to-do; what is undefined stays. */
export interface TodoInput {
  name: string | undefined;
  description: string | undefined;
  dueAt: number | undefined;
  reminderAt: number | undefined;
  assigneeId: string | undefined;
}

/** The to-dos of a binder in order, with `asOf` as they were then. Needs read access. */
export async function listTodos(
  env: Environment,
  actor: Actor,
  binderId: string,
  after: { position: string; id: number },
  limit: number,
  asOf: string | undefined,
): ReturnType<typeof queries.findTodos> {
  const db = await accessBinderAt(env, actor, binderId, asOf, ['todos']);
  return queries.findTodos(db, binderId, after, limit);
}

/** Makes a to-do. Needs write access. Throws precondition failed when the assignee is not a member, or is disabled. */
export function createTodo(call: BinderCall, input: TodoInput & { name: string }): Promise<ChangedTodo> {
  const { binderId, actor } = call;
  return changeBinder(call, 'write', async ({ tx, at, log }) => {
    await checkAssignee(tx, binderId, input.assigneeId);
    const id = await allocateIds(tx, binderId, 1);
    const fields = {
      name: input.name,
      description: input.description ?? '',
      assigneeId: input.assigneeId ?? null,
      dueAt: input.dueAt ?? null,
      reminderAt: input.reminderAt ?? null,
    };
    await queries.insertTodo(tx, { ...fields, binderId, id, creatorId: actor.userId, at });
    await log([{ kind: 'todo_created', body: { id, name: input.name } }]);
    return { id, name: input.name, updated_time: at };
  });
}

/** How a to-do is to change beside its fields. */
export interface TodoMove {
  completed: boolean | undefined;
  afterId: number | undefined;
  fieldsToNull: readonly (typeof emptiable)[number][];
}

/**
 * Changes, completes, reopens or moves a to-do; at least one of it. Needs write access. Completing what is completed
 * changes nothing. Throws not found, or precondition failed when another assignee is not a member, or is disabled.
 */
export function updateTodo(
  call: BinderCall,
  todoId: number,
  input: TodoInput,
  move: TodoMove,
): Promise<ChangedTodo> {
  const { binderId, actor } = call;
  const { completed, afterId, fieldsToNull } = move;
  const changesFields = Object.values(input).some((value) => value !== undefined) || fieldsToNull.length > 0;
  if (!changesFields && completed === undefined && afterId === undefined)
    throw invalid('', 'at least one field is required');
  return changeBinder(call, 'write', async ({ tx, at, log }) => {
    const todo = found(await queries.findTodo(tx, binderId, todoId), 'to-do', todoId);
    const entries: NewLogEntry[] = [];
    const name = input.name ?? todo.name;
    if (changesFields) {
      // Who has it already may keep it: other fields are changed by people who send all of them.
      if (input.assigneeId !== todo.assignee_id) await checkAssignee(tx, binderId, input.assigneeId);
      await queries.updateTodo(tx, { ...mergeFields(todo, input, fieldsToNull), binderId, id: todoId, at });
    }
    if (afterId !== undefined) await moveTodo(tx, binderId, todoId, afterId);
    if (changesFields || afterId !== undefined)
      entries.push({ kind: 'todo_updated', body: { id: todoId, name } });
    if (completed !== undefined && completed !== (todo.completed_at !== null)) {
      await queries.setCompleted(tx, binderId, todoId, completed ? actor.userId : null, at);
      entries.push({ kind: completed ? 'todo_completed' : 'todo_reopened', body: { id: todoId, name } });
    }
    if (entries.length > 0) await log(entries);
    return { id: todoId, name, updated_time: entries.length > 0 ? at : todo.updated_at };
  });
}

function mergeFields(
  todo: queries.TodoRow,
  input: TodoInput,
  fieldsToNull: TodoMove['fieldsToNull'],
): queries.TodoFields {
  const emptied = new Set<string>(fieldsToNull);
  return {
    name: input.name ?? todo.name,
    description: emptied.has('description') ? '' : (input.description ?? todo.description),
    assigneeId: emptied.has('assignee_id') ? null : (input.assigneeId ?? todo.assignee_id),
    dueAt: emptied.has('due_time') ? null : (input.dueAt ?? todo.due_at),
    reminderAt: emptied.has('reminder_time') ? null : (input.reminderAt ?? todo.reminder_at),
  };
}

async function moveTodo(tx: Transaction, binderId: string, todoId: number, afterId: number): Promise<void> {
  if (afterId === todoId) throw invalid('after_id', 'is the to-do itself');
  if (afterId !== 0) found(await queries.findTodo(tx, binderId, afterId), 'to-do', afterId);
  await queries.moveBehind(tx, binderId, todoId, afterId);
}

/** Deletes a to-do. Needs write access. */
export function deleteTodo(call: BinderCall, todoId: number): Promise<void> {
  const { binderId } = call;
  return changeBinder(call, 'write', async ({ tx, at, log }) => {
    found(await queries.findTodo(tx, binderId, todoId), 'to-do', todoId);
    await queries.markTodoDeleted(tx, binderId, todoId, at);
    await log([{ kind: 'todo_deleted', body: { id: todoId } }]);
  });
}

async function checkAssignee(
  tx: Transaction,
  binderId: string,
  assigneeId: string | undefined,
): Promise<void> {
  if (assigneeId === undefined) return;
  const message = memberProblem((await findMembersAmong(tx, binderId, [assigneeId])).get(assigneeId));
  requireNoProblems(message === undefined ? [] : [{ path: 'assignee_id', message }]);
}
