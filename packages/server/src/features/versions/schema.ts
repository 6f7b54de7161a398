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
    file_id: Type.String({
      description: 'To download the version, call `GET /{binder_id}/files/{file_id}`.',
    }),
    is_current: Type.Boolean(),
    as_of: Type.Optional(
      Type.String({
        description:
          'Only for earlier versions: the last moment before the version was replaced. To list the pages of the version with their drawings, pass `as_of` and `file_id` to `GET /{binder_id}/pages`.',
      }),
    ),
  },
  { title: 'FileVersion' },
);

export const listVersions = operation(tag, 'listFileVersions', {
  summary: 'List the versions of a document, newest first',
  description:
    'Allowed for members of the binder. A document consists of consecutive pages of one file. `page_id` is any page of the document. Each text of a note is a version. 412: the page has no file, and therefore no versions.',
  params: PageParams,
  querystring: Type.Object({ limit: Limit, cursor: Cursor }),
  data: Type.Object({ versions: Type.Array(Version), next_cursor: NextCursor }),
});

export const replaceFile = operation(tag, 'replaceFile', {
  summary: 'Replace the file of a document',
  description:
    'Needs write access. Send one part named `file`. Its pages must have the same type as those of the document. `page_id` is any page of the document. The pages keep their ids, names and comments. If the new file has more or fewer pages, the server adds or deletes pages at the end of the document. Drawings remain on the previous version. 412: the pages of the file have another type, or the page has no file.',
  consumes: ['multipart/form-data'],
  params: PageParams,
  body: Type.Object({ file: Type.String({ format: 'binary', description: 'The file, with its name.' }) }),
  data: StoredVersion,
});

export const restoreVersion = operation(tag, 'restoreFileVersion', {
  summary: 'Restore an earlier version as a new one, with its drawings',
  description:
    'Needs write access. 404: the file is not a version of the document. 412: the version is the current one.',
  params: Type.Object({ binder_id: BinderId, page_id: NumericId, file_id: FileId }),
  data: StoredVersion,
});
