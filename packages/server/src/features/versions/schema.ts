import { BinderId, File, FileId, NumericId } from '@ringbinder/protocol';
import Type from 'typebox';
import { Cursor, Limit, NextCursor, operation } from '../../http/index.ts';

const tag = 'Pages';
const PageParams = Type.Object({ binder_id: BinderId, page_id: NumericId });
export const StoredVersion = Type.Object({
  file_id: Type.String(),
  created_time: Type.Integer(),
  updated_time: Type.Integer(),
});

const Version = Type.Object(
  {
    ...Type.Pick(File, ['name', 'mime_type', 'size', 'total_pages', 'user', 'created_time']).properties,
    file_id: Type.String({ description: 'Its bytes: `GET /{binder_id}/files/{file_id}`.' }),
    is_current: Type.Boolean(),
    as_of: Type.Optional(
      Type.String({
        description:
          'The last moment of an earlier version. `GET /{binder_id}/pages` with it and `file_id` lists its pages, with their drawings.',
      }),
    ),
  },
  { title: 'FileVersion' },
);

export const listVersions = operation(tag, 'listFileVersions', {
  summary: 'List the versions of the document of a page, the newest first',
  description: 'A document is the consecutive pages of one file. Each text of a note is a version.',
  params: PageParams,
  querystring: Type.Object({ limit: Limit, cursor: Cursor }),
  data: Type.Object({ versions: Type.Array(Version), next_cursor: NextCursor }),
});

export const replaceFile = operation(tag, 'replaceFile', {
  summary: 'Replace the file of the document of a page',
  description:
    'One part named `file`, whose pages have the type of the document’s. The pages keep their ids, names and comments. Pages are added at its end or deleted if their number differs. Drawings stay on the previous version.',
  consumes: ['multipart/form-data'],
  params: PageParams,
  body: Type.Object({ file: Type.String({ format: 'binary', description: 'The file, with its name.' }) }),
  data: StoredVersion,
});

export const restoreVersion = operation(tag, 'restoreFileVersion', {
  summary: 'Restore an earlier version as a new one, with its drawings',
  params: Type.Object({ binder_id: BinderId, page_id: NumericId, file_id: FileId }),
  data: StoredVersion,
});
