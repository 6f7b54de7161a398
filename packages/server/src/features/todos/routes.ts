import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../../environment/environment.ts';
import {
  type App,
  binderCall,
  callerOf,
  emptySuccess,
  idempotent,
  MAX_LIST_LIMIT,
  readCursor,
  slicePage,
  success,
} from '../../http/index.ts';
import type { Database } from '../../storage/database.ts';
import { countFitting } from '../../storage/long-lists.ts';
import { todoResource } from './resource.ts';
import * as schema from './schema.ts';
import { type ChangedTodo, createTodo, deleteTodo, listTodos, updateTodo } from './service.ts';

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
    const matchingRows = await listTodos(
      env,
      callerOf(request),
      binder_id,
      { position, id },
      limit + 1,
      as_of,
    );
    const { rows, ...next } = slicePage(matchingRows, countFitting(matchingRows, limit), (row) => [
      row.position,
      row.id,
    ]);
    return success({ todos: rows.map(todoResource.present), ...next });
  });

  app.post('/:binder_id/todos', { schema: schema.createTodo }, (request, reply) =>
    changed(request, reply, (db) => createTodo(binderCall(env, request, db), request.body)),
  );

  app.post('/:binder_id/todos/:todo_id', { schema: schema.updateTodo }, (request, reply) =>
    changed(request, reply, (db) =>
      updateTodo(binderCall(env, request, db), request.params.todo_id, request.body),
    ),
  );

  app.delete('/:binder_id/todos/:todo_id', { schema: schema.deleteTodo }, async (request) => {
    await deleteTodo(binderCall(env, request), request.params.todo_id);
    return emptySuccess;
  });
}
