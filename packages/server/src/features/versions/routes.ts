import { accessBinder } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import {
  type App,
  binderCall,
  callerOf,
  idempotent,
  MAX_LIST_LIMIT,
  readCursor,
  receiveFile,
  slicePage,
  streamedBody,
  success,
} from '../../http/index.ts';
import type { Database } from '../../storage/database.ts';
import { type AcceptedUpload, inspectFile } from '../pages/index.ts';
import { findDocument } from './document.ts';
import { fieldsOfPage, fillFields, storeFilled } from './form.ts';
import * as formSchema from './form-schema.ts';
import { findVersions } from './queries.ts';
import { replaceFile, restoreVersion } from './replace.ts';
import * as schema from './schema.ts';

const PATH = '/:binder_id/pages/:page_id/versions';
const FIELDS = '/:binder_id/pages/:page_id/fields';

export function versionsFeature(app: App, env: Environment): void {
  app.get(PATH, { schema: schema.listVersions }, async (request) => {
    const { binder_id, page_id: pageId } = request.params;
    const { limit = MAX_LIST_LIMIT, cursor } = request.query;
    const { binderId } = await accessBinder(env.db, callerOf(request), binder_id, 'read');
    const [before] = readCursor(cursor, ['number'], [Number.MAX_SAFE_INTEGER]);
    const { fileId } = await findDocument(env.db, binderId, pageId);
    const found = await findVersions(env.db, binderId, fileId, { before, limit: limit + 1 });
    const { rows, ...next } = slicePage(found, limit, (row) => [row.until_seq]);
    const versions = rows.map(({ until_seq, sha256: _, pdf_sha256: __, conversion: ___, ...version }) => ({
      ...version,
      ...(version.file_id === fileId
        ? { is_current: true }
        : { is_current: false, as_of: `seq:${until_seq - 1}` }),
    }));
    return success({ versions, ...next });
  });

  app.post(PATH, { schema: schema.replaceFile, ...streamedBody }, async (request, reply) => {
    const { binder_id, page_id: pageId } = request.params;
    await accessBinder(env.db, callerOf(request), binder_id, 'write');
    const file = await receiveFile(request, env, env.config.maxUploadBytes);
    let pdf: AcceptedUpload['pdf'] = null;
    try {
      const accepted = await inspectFile(env, file, env.cutOff);
      pdf = accepted.pdf;
      const content = `${file.name}\n${file.bytes.sha256}`;
      const store = async (db: Database) =>
        presentStored(await replaceFile(binderCall(env, request, db), pageId, file, accepted));
      return success(await idempotent(request, reply, env, store, content));
    } finally {
      await file.bytes.drop();
      await pdf?.drop();
    }
  });

  app.get(FIELDS, { schema: formSchema.listFields }, async (request) => {
    const { binder_id, page_id: pageId } = request.params;
    const { binderId } = await accessBinder(env.db, callerOf(request), binder_id, 'read');
    return success(await fieldsOfPage(env, env.db, binderId, pageId));
  });

  app.post(FIELDS, { schema: formSchema.fillFields }, async (request, reply) => {
    const { page_id: pageId } = request.params;
    const { base_file_id, values } = request.body;
    const filled = await fillFields(binderCall(env, request), pageId, values);
    try {
      const store = async (db: Database) =>
        presentStored(await storeFilled(binderCall(env, request, db), pageId, base_file_id, filled));
      return success(await idempotent(request, reply, env, store));
    } finally {
      await filled.drop();
    }
  });

  app.post(`${PATH}/:file_id/restore`, { schema: schema.restoreVersion }, async (request, reply) => {
    const { page_id: pageId, file_id: fileId } = request.params;
    const restore = async (db: Database) =>
      presentStored(await restoreVersion(binderCall(env, request, db), pageId, fileId));
    return success(await idempotent(request, reply, env, restore));
  });
}

const presentStored = ({ fileId, at }: { fileId: string; at: number }) => ({
  file_id: fileId,
  created_time: at,
  updated_time: at,
});
