import type { Environment } from '../../environment/environment.ts';
import { type App, binderCall, emptySuccess, idempotentWithoutData } from '../../http/index.ts';
import * as schema from './schema.ts';
import { deleteAnnotation, putAnnotation } from './service.ts';

export function annotationsFeature(app: App, env: Environment): void {
  app.post(
    '/:binder_id/pages/:page_id/annotations',
    { schema: schema.putAnnotation },
    async (request, reply) => {
      const { page_id: pageId } = request.params;
      const { client_uuid: clientUuid, svg_tag } = request.body;
      return idempotentWithoutData(request, reply, env, (db) =>
        putAnnotation(binderCall(env, request, db), { pageId, clientUuid }, svg_tag),
      );
    },
  );

  app.delete(
    '/:binder_id/pages/:page_id/annotations/:client_uuid',
    { schema: schema.deleteAnnotation },
    async (request) => {
      const { page_id: pageId, client_uuid: clientUuid } = request.params;
      await deleteAnnotation(binderCall(env, request), { pageId, clientUuid });
      return emptySuccess;
    },
  );
}
