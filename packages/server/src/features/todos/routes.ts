import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../../environment/environment.ts';
import {
  type App,
  binderCall,
  callerOf,
  done,
  idempotent,
  MAX_LIST_LIMIT,
  readCursor,
  slicePage,
  success,
} from '../../http/index.ts';
import type { Database } from '../../storage/database.ts';
import { countFitting } from '../../storage/long-lists.ts';
import { presentTodo } from './present.ts';
import * as schema from './schema.ts';
import { type ChangedTodo, createTodo, deleteTodo, listTodos, updateTodo } from './service.ts';

/** To-dos of a binder. */
export function todosFeature(app: App, env: Environment): void {
  const changed = async (
    request: FastifyRequest,
    reply: FastifyReply,
    work: (db: Database) => Promise<ChangedTodo>,
  ) => {
    return success(await idempotent(request, reply, env, async (db) => ({ todos: [await work(db)] })));
  };

  app.get('/:binder_id/todos', { schema: schema.listTodos }, async (request) => {
    const { limit = MAX_LIST_LIMIT, cursor, as_of } = request.query;
    const [position, id] = readCursor(cursor, ['decimal', 'number'], ['0', 0]);
    const { binder_id } = request.params;
    const todos = await listTodos(env, callerOf(request), binder_id, { position, id }, limit + 1, as_of);
    const { rows, ...next } = slicePage(todos, countFitting(todos, limit), (row) => [row.position, row.id]);
    return success({ todos: rows.map((row) => presentTodo(row, as_of !== undefined)), ...next });
  });

  app.post('/:binder_id/todos', { schema: schema.createTodo }, (request, reply) =>
    changed(request, reply, (db) => {
      const { name, ...rest } = request.body;
      return createTodo(binderCall(env, request, db), { ...readInput(rest), name });
    }),
  );

  app.post('/:binder_id/todos/:todo_id', { schema: schema.updateTodo }, (request, reply) =>
    changed(request, reply, (db) => {
      const { completed, after_id: afterId, fieldsToNull = '' } = request.body;
      const empty = fieldsToNull.split(',').filter(Boolean) as (typeof schema.emptiable)[number][];
      const move = { completed, afterId, fieldsToNull: empty };
      return updateTodo(binderCall(env, request, db), request.params.todo_id, readInput(request.body), move);
    }),
  );

  app.delete('/:binder_id/todos/:todo_id', { schema: schema.deleteTodo }, async (request) => {
    await deleteTodo(binderCall(env, request), request.params.todo_id);
    return done;
  });
}

interface TodoBody {
  name?: string;
  description?: string;
  due_time?: number;
  reminder_time?: number;
  assignee_id?: string;
}

function readInput(body: TodoBody) {
  return {
    name: body.name,
    description: body.description,
    dueAt: body.due_time,
    reminderAt: body.reminder_time,
    assigneeId: body.assignee_id,
  };
}
