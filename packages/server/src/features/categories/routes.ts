import { type Actor, accessBinder, ownUserId } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { because, conflict, fieldError, notFound, withDetails } from '../../errors.ts';
import {
  type App,
  callerOf,
  emptySuccess,
  idempotent,
  idempotentWithoutData,
  success,
} from '../../http/index.ts';
import { userTopic } from '../../log/index.ts';
import type { Database } from '../../storage/database.ts';
import * as queries from './queries.ts';
import * as schema from './schema.ts';

export function categoriesFeature(app: App, env: Environment): void {
  /** Nobody else sees the categories. */
  const notifyOwner = (db: Database, userId: string) => db.afterCommit(() => env.bus.wake(userTopic(userId)));

  app.get('/:user_id/categories', { schema: schema.listCategories }, async (request) => {
    const categories = await queries.findCategories(
      env.db,
      ownUserId(callerOf(request), request.params.user_id),
    );
    return success({ count: categories.length, categories });
  });

  app.post('/:user_id/categories', { schema: schema.createCategory }, async (request, reply) => {
    const userId = ownUserId(callerOf(request), request.params.user_id);
    const { name } = request.body;
    const data = await idempotent(request, reply, env, async (db) => {
      const id = await queries.insertCategory(db, userId, name, env.clock.now());
      if (id === undefined) throw nameConflict(name);
      notifyOwner(db, userId);
      return { name, id };
    });
    return success(data);
  });

  app.post('/:user_id/categories/rename', { schema: schema.renameCategory }, async (request, reply) => {
    const userId = ownUserId(callerOf(request), request.params.user_id);
    const { id, name } = request.body;
    return idempotentWithoutData(request, reply, env, async (db) => {
      const outcome = await queries.renameCategory(db, userId, id, name);
      if (outcome === 'no_category') throw notFound('category', id);
      if (outcome === 'name_taken') throw nameConflict(name);
      notifyOwner(db, userId);
    });
  });

  app.delete('/:user_id/categories/:category_id', { schema: schema.deleteCategory }, async (request) => {
    const { user_id, category_id } = request.params;
    const userId = ownUserId(callerOf(request), user_id);
    const deleted = await queries.deleteCategory(env.db, userId, category_id);
    if (!deleted) throw notFound('category', category_id);
    notifyOwner(env.db, userId);
    return emptySuccess;
  });

  app.post('/:user_id/categories/:category_id', { schema: schema.assignBinders }, async (request, reply) => {
    const actor = callerOf(request);
    ownUserId(actor, request.params.user_id);
    const binderIds = request.body.binders.map(({ binder }) => binder.id);
    return idempotentWithoutData(request, reply, env, async (db) => {
      await assign(db, actor, request.params.category_id, binderIds);
      notifyOwner(db, actor.userId);
    });
  });
}

function assign(db: Database, actor: Actor, categoryId: number, binderIds: string[]): Promise<void> {
  const ids = [...new Set(binderIds)].sort();
  return db.transaction(async (tx) => {
    const isNone = categoryId === 0;
    if (!isNone && !(await queries.lockCategory(tx, actor.userId, categoryId)))
      throw notFound('category', categoryId);
    for (const binderId of ids) await accessBinder(tx, actor, binderId, 'read');
    if (isNone) return queries.unassignBinders(tx, actor.userId, ids);
    await queries.assignBinders(tx, actor.userId, categoryId, ids);
  });
}

function nameConflict(name: string) {
  const text = because('category_exists', { name });
  return conflict(text, [fieldError('name', withDetails(text, 'is taken'))]);
}
