import { accessBinder } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import {
  type App,
  binderCall,
  callerOf,
  emptySuccess,
  idempotent,
  streamedBody,
  success,
} from '../../http/index.ts';
import { removeCover, storeCover, takePicture } from './cover.ts';
import { binderThumbnail } from './links.ts';
import * as schema from './schema.ts';

export function coverRoutes(app: App, env: Environment): void {
  const options = { schema: schema.uploadCover, ...streamedBody };
  app.post('/:binder_id/coverupload', options, async (request, reply) => {
    const { binderId } = await accessBinder(env.db, callerOf(request), request.params.binder_id, 'write');
    const picture = await takePicture(env, request);
    try {
      const content = `${picture.file.name}\n${picture.file.bytes.sha256}`;
      const at = await idempotent(
        request,
        reply,
        env,
        (db) => storeCover(binderCall(env, request, db), picture),
        content,
      );
      return success({ thumbnail_uri: binderThumbnail(env, binderId, 0, at), updated_time: at });
    } finally {
      await picture.file.bytes.drop();
    }
  });

  app.delete('/:binder_id/coverupload', { schema: schema.deleteCover }, async (request) => {
    await removeCover(binderCall(env, request));
    return emptySuccess;
  });
}
