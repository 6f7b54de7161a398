import { accessBinder, changeBinder, orNotFound } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { type App, binderCall, callerOf, emptySuccess, success } from '../../http/index.ts';
import { findStoredFile } from '../files/index.ts';
import { contentInJson, sendContent } from './content.ts';
import { coverRoutes } from './cover-routes.ts';
import { createRoutes } from './create-routes.ts';
import { deleteFile } from './delete-file.ts';
import { editorRoutes } from './editor-routes.ts';
import { exportRoutes } from './export-routes.ts';
import { kindOf } from './kinds/index.ts';
import { listPages } from './list.ts';
import { findPageAsOf } from './page-as-of.ts';
import { readIds } from './page-ids.ts';
import * as schema from './schema.ts';
import { deletePages } from './service.ts';
import { pageTextBoxes } from './text-boxes.ts';
import { transferRoutes } from './transfer-routes.ts';
import { uploadRoutes } from './upload-routes.ts';

/** Stored JSON is inserted between the two parts without being parsed. */
const [ANSWER_BEGIN, ANSWER_END] = JSON.stringify(success(0))
  .split('0')
  .map((part) => Buffer.from(part)) as [Buffer, Buffer];

export function pagesFeature(app: App, env: Environment): void {
  createRoutes(app, env);
  editorRoutes(app, env);
  exportRoutes(app, env);
  transferRoutes(app, env);

  uploadRoutes(app, env);
  coverRoutes(app, env);

  app.get('/:binder_id/pages', { schema: schema.listPages }, async (request, reply) => {
    const answer = await listPages(env, callerOf(request), request.params.binder_id, request.query);
    return reply.type('application/json; charset=utf-8').send(answer);
  });

  app.get('/:binder_id/pagedownload/:page_id', { schema: schema.downloadPage }, async (request, reply) => {
    const { binder_id, page_id } = request.params;
    const { binderId } = await accessBinder(env.db, callerOf(request), binder_id, 'read');
    const { raw, as_of } = request.query;
    const orNotFound = await findPageAsOf(env, binderId, page_id, as_of);
    const content = await kindOf(orNotFound.page).content(env, orNotFound);
    if (raw) return sendContent(env, content, request, reply);
    reply.type('application/json; charset=utf-8');
    return reply.send(await contentInJson(env, content));
  });

  app.get('/:binder_id/pages/:page_id/text', { schema: schema.readPageText }, async (request, reply) => {
    const { binder_id, page_id } = request.params;
    const { binderId } = await accessBinder(env.db, callerOf(request), binder_id, 'read');
    const { page } = await findPageAsOf(env, binderId, page_id, request.query.as_of);
    const text = await pageTextBoxes(env, binderId, page);
    reply.type('application/json; charset=utf-8');
    return reply.send(Buffer.concat([ANSWER_BEGIN, text, ANSWER_END]));
  });

  app.delete('/:binder_id/pages/:page_id', { schema: schema.deletePage }, async (request) => {
    await deletePages(binderCall(env, request), [request.params.page_id]);
    return emptySuccess;
  });

  app.delete('/:binder_id/files/:file_id', { schema: schema.deleteFile }, async (request) => {
    const { file_id: fileId } = request.params;
    await changeBinder(binderCall(env, request), 'write', async (change) => {
      const file = orNotFound(
        await findStoredFile(change.tx, change.access.binderId, fileId),
        'file',
        fileId,
      );
      await deleteFile(change, file);
    });
    return emptySuccess;
  });

  app.delete('/:binder_id/pages', { schema: schema.deletePages }, async (request) => {
    await deletePages(binderCall(env, request), readIds(request.query.filter));
    return emptySuccess;
  });
}
