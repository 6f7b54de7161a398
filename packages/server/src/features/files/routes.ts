import { BinderId, File, FileId } from '@ringbinder/protocol';
import Type from 'typebox';
import { accessBinder, orNotFound } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import {
  type App,
  byteAnswers,
  Cursor,
  callerOf,
  Limit,
  MAX_LIST_LIMIT,
  NextCursor,
  operation,
  readCursor,
  sendFile,
  slicePage,
  success,
} from '../../http/index.ts';
import { findFiles, findStoredFile, presentFile } from './queries.ts';

const listFiles = operation('Files', 'listFiles', {
  summary: 'List the files of a binder, including those without pages',
  description: 'Allowed for members of the binder.',
  params: Type.Object({ binder_id: BinderId }),
  querystring: Type.Object({ limit: Limit, cursor: Cursor }),
  data: Type.Object({ files: Type.Array(File), next_cursor: NextCursor }),
});

const downloadFile = operation('Files', 'downloadFile', {
  summary: 'Download a file as it was uploaded',
  description:
    'Allowed for members of the binder. Returns the bytes of the file as an attachment. Supports the header `Range`. Earlier texts of a note are also files. You can download them as long as the server stores them.',
  params: Type.Object({ binder_id: BinderId, file_id: FileId }),
  response: byteAnswers,
});

export function filesFeature(app: App, env: Environment): void {
  app.get('/:binder_id/files', { schema: listFiles }, async (request) => {
    const { limit = MAX_LIST_LIMIT, cursor } = request.query;
    const { binderId } = await accessBinder(env.db, callerOf(request), request.params.binder_id, 'read');
    const [createdAt, id] = readCursor(cursor, ['number', 'string'], [0, '']);
    const files = await findFiles(env.db, binderId, { createdAt, id }, limit + 1);
    const { rows, ...next } = slicePage(files, limit, (row) => [row.created_time, row.id]);
    return success({ files: rows.map(presentFile), ...next });
  });

  app.get('/:binder_id/files/:file_id', { schema: downloadFile }, async (request, reply) => {
    const { binder_id, file_id } = request.params;
    const { binderId } = await accessBinder(env.db, callerOf(request), binder_id, 'read');
    const file = orNotFound(await findStoredFile(env.db, binderId, file_id), 'file', file_id);
    const { sha256, size, name, mime_type: mimeType } = file;
    return sendFile(request, reply, env.files, { sha256, size, name, mimeType, disposition: 'attachment' });
  });
}
