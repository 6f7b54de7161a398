import { accessBinder } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import {
  type App,
  binderCall,
  callerOf,
  createCallLimit,
  idempotent,
  receiveFile,
  streamedBody,
  success,
} from '../../http/index.ts';
import type { Database } from '../../storage/database.ts';
import { preparePages } from './make-pages.ts';
import * as schema from './schema.ts';
import { type AcceptedUpload, inspectFile, storeUpload } from './service.ts';

/** For each person. A conversion is the most expensive call, and needs no bytes from the caller. */
const MAX_CONVERSIONS_AN_HOUR = 60;

export function uploadRoutes(app: App, env: Environment): void {
  const limit = createCallLimit('conversions of stored files', MAX_CONVERSIONS_AN_HOUR, env.redis, {
    windowSeconds: 60 * 60,
  });
  app.post('/:binder_id/files/:file_id/pages', { schema: schema.makePages }, async (request, reply) => {
    const { binder_id, file_id } = request.params;
    await limit.take(callerOf(request).userId, reply);
    const { store, drop } = await preparePages(env, callerOf(request), binder_id, file_id);
    try {
      return success(await idempotent(request, reply, env, (db) => store(binderCall(env, request, db))));
    } finally {
      await drop();
    }
  });

  for (const { path, withoutPages } of [
    { path: '/:binder_id/pageupload', withoutPages: false },
    { path: '/:binder_id/files', withoutPages: true },
  ] as const) {
    const options = { schema: withoutPages ? schema.uploadFile : schema.uploadPages, ...streamedBody };
    app.post(path, options, async (request, reply) => {
      await accessBinder(env.db, callerOf(request), request.params.binder_id, 'write');
      const file = await receiveFile(request, env, env.config.maxUploadBytes);
      let pdf: AcceptedUpload['pdf'] = null;
      try {
        const acceptedFile = await inspectFile(env, file, env.cutOff, { withoutPages });
        pdf = acceptedFile.pdf;
        const content = `${file.name}\n${file.bytes.sha256}`;
        const store = async (db: Database) => {
          const { fileId, at } = await storeUpload(binderCall(env, request, db), file, acceptedFile);
          return { file_id: fileId, created_time: at, updated_time: at };
        };
        return success(await idempotent(request, reply, env, store, content));
      } finally {
        await file.bytes.drop();
        await pdf?.drop();
      }
    });
  }
}
