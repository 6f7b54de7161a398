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
import { countFitting } from '../../storage/long-lists.ts';
import { pageCommentResource } from './resource.ts';
import * as schema from './schema.ts';
import { createPageComment, deletePageComment, listPageComments, updatePageComment } from './service.ts';

export function pageCommentsFeature(app: App, env: Environment): void {
  app.post(
    '/:binder_id/pages/:page_id/comments',
    { schema: schema.createPageComment },
    async (request, reply) => {
      const { params, body } = request;
      const data = await idempotent(request, reply, env, async (db) => ({
        comment_id: await createPageComment(binderCall(env, request, db), params.page_id, body),
      }));
      return success(data);
    },
  );

  app.get('/:binder_id/pages/:page_id/comments', { schema: schema.listPageComments }, async (request) => {
    const page = { binderId: request.params.binder_id, pageId: request.params.page_id };
    const { filter = 'all', limit = MAX_LIST_LIMIT, cursor, as_of } = request.query;
    const [after] = readCursor(cursor, ['number'], [0]);
    const choice = { filter, after, limit: limit + 1 };
    const comments = await listPageComments(env, callerOf(request), page, choice, as_of);
    const { rows, ...next } = slicePage(comments, countFitting(comments, limit), (row) => [row.id]);
    return success({ comments: rows.map(pageCommentResource.present), ...next });
  });

  app.post(
    '/:binder_id/pages/:page_id/comments/:comment_id',
    { schema: schema.updatePageComment },
    async (request, reply) => {
      const { params, body } = request;
      const { page_id, comment_id } = params;
      const data = await idempotent(request, reply, env, async (db) => ({
        comment_id,
        updated_time: await updatePageComment(binderCall(env, request, db), page_id, comment_id, body),
      }));
      return success(data);
    },
  );

  app.delete(
    '/:binder_id/pages/:page_id/comments/:comment_id',
    { schema: schema.deletePageComment },
    async (request) => {
      const { page_id, comment_id } = request.params;
      await deletePageComment(binderCall(env, request), page_id, comment_id);
      return emptySuccess;
    },
  );
}
