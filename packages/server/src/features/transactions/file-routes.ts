import type { Environment } from '../../environment/environment.ts';
import {
  type App,
  binderCall,
  callerOf,
  idempotent,
  idempotentWithoutData,
  receiveFile,
  streamedBody,
  success,
} from '../../http/index.ts';
import type { Database } from '../../storage/database.ts';
import {
  checkUpload,
  deliverFile,
  type StoredDelivery,
  withdrawFile,
  withInspectedFile,
} from './deliver-file.ts';
import * as schema from './file-schema.ts';

export function fileRoutes(app: App, env: Environment): void {
  const path = '/:binder_id/transactions/:transaction_id/steps/:step_id/files';
  app.post(path, { schema: schema.deliverFile, ...streamedBody }, async (request, reply) => {
    const { binder_id: binderId, transaction_id: transactionId, step_id: stepId } = request.params;
    const target = { transactionId, stepId, requestId: request.query.file_request };
    const actor = callerOf(request);
    await checkUpload({ db: env.db, actor, binderId, at: env.clock.now() }, target);
    const file = await receiveFile(request, env, env.config.maxUploadBytes);
    return withInspectedFile(env, file, async (accepted) => {
      const store = async (db: Database) =>
        presentDelivery(await deliverFile(binderCall(env, request, db), target, file, accepted));
      const content = `${target.requestId}\n${file.name}\n${file.bytes.sha256}`;
      return success(await idempotent(request, reply, env, store, content));
    });
  });

  app.delete(`${path}/:file_id`, { schema: schema.withdrawFile }, async (request, reply) => {
    const { transaction_id: transactionId, step_id: stepId, file_id: fileId } = request.params;
    return idempotentWithoutData(request, reply, env, (db) =>
      withdrawFile(binderCall(env, request, db), { transactionId, stepId, fileId }),
    );
  });
}

export const presentDelivery = ({ fileId, pageIds, at }: StoredDelivery) => ({
  file_id: fileId,
  page_ids: pageIds,
  created_time: at,
});
