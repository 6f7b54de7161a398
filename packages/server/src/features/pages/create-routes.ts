import type { Environment } from '../../environment/environment.ts';
import { type App, binderCall, idempotent, idempotentWithoutData, success } from '../../http/index.ts';
import { changePagesTogether } from './change-together.ts';
import { createPage } from './create.ts';
import * as schema from './create-schema.ts';
import { updatePage } from './update.ts';

export function createRoutes(app: App, env: Environment): void {
  app.post('/:binder_id/pages', { schema: schema.createPage }, async (request, reply) => {
    const { id, at } = await idempotent(request, reply, env, (db) =>
      createPage(binderCall(env, request, db), request.body),
    );
    return success({ page_id: id, created_time: at, updated_time: at });
  });

  app.post('/:binder_id/pageweblink', { schema: schema.createWebLink }, async (request, reply) => {
    const { url, name, description } = request.body;
    const { id, at } = await idempotent(request, reply, env, (db) =>
      createPage(binderCall(env, request, db), { type: 'url', url, name, description }),
    );
    return success({ page_id: id, created_time: at, updated_time: at });
  });

  app.post('/:binder_id/pages/:page_id', { schema: schema.updatePage }, async (request, reply) => {
    const {
      name,
      description,
      text,
      page_number: pageNumber,
      section_id: sectionId,
      base_file_id: baseFileId,
    } = request.body;
    return idempotentWithoutData(request, reply, env, (db) =>
      updatePage(binderCall(env, request, db), request.params.page_id, {
        name,
        description,
        text,
        pageNumber,
        sectionId,
        baseFileId,
      }),
    );
  });

  app.post('/:binder_id/changepages', { schema: schema.changePages }, async (request, reply) => {
    const { pages, name, after_id: afterId, section_id: sectionId } = request.body;
    const change = { ids: pages.map(({ id }) => id), name, afterId, sectionId };
    return idempotentWithoutData(request, reply, env, (db) =>
      changePagesTogether(binderCall(env, request, db), change),
    );
  });
}
