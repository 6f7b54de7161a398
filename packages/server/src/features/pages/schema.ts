import { BinderId, FileId, NumericId, Page, Text } from '@ringbinder/protocol';
import Type from 'typebox';
import { AsOf, byteAnswers, Cursor, Limit, NextCursor, operation, successOf } from '../../http/index.ts';
import { PageIds } from './page-ids.ts';

const tag = 'Pages';
const BinderParams = Type.Object({ binder_id: BinderId });
const PageParams = Type.Object({ binder_id: BinderId, page_id: NumericId });

export const uploadPages = operation(tag, 'uploadPages', {
  summary: 'Upload a file and make pages of it',
  description:
    'One part named `file`. Each page of a PDF becomes a page, and a picture or a text becomes one page. Anything else is stored as a file without pages.',
  consumes: ['multipart/form-data'],
  params: BinderParams,
  body: Type.Object({ file: Type.String({ format: 'binary', description: 'The file, with its name.' }) }),
  data: Type.Object({ file_id: Type.String(), created_time: Type.Integer(), updated_time: Type.Integer() }),
});

export const uploadFile = operation('Files', 'uploadFile', {
  summary: 'Upload a file without creating pages',
  description: 'One part named `file`, of any kind, even a damaged document.',
  consumes: ['multipart/form-data'],
  params: BinderParams,
  body: Type.Object({ file: Type.String({ format: 'binary', description: 'The file, with its name.' }) }),
  data: Type.Object({ file_id: Type.String(), created_time: Type.Integer(), updated_time: Type.Integer() }),
});

const Picture = Type.Object({
  file: Type.String({ format: 'binary', description: 'A picture of at most 10 MiB.' }),
});

export const uploadCover = operation('Binders', 'uploadCover', {
  summary: 'Set a picture for a binder, in place of its first page',
  description: 'One part named `file`, a picture by its bytes. Signed links show it re-encoded.',
  consumes: ['multipart/form-data'],
  params: BinderParams,
  body: Picture,
  data: Type.Object({ thumbnail_uri: Type.String(), updated_time: Type.Integer() }),
});

export const deleteCover = operation('Binders', 'deleteCover', {
  summary: 'Remove the picture of a binder',
  params: BinderParams,
});

export const listPages = operation(tag, 'listPages', {
  summary: 'List pages in display order',
  params: BinderParams,
  querystring: Type.Object({
    file_id: Type.Optional(FileId),
    filter: Type.Optional(PageIds),
    limit: Limit,
    cursor: Cursor,
    as_of: AsOf,
  }),
  data: Type.Object({ pages: Type.Array(Page), next_cursor: NextCursor }),
});

const PageContent = Type.Object({
  page: Type.String({ description: 'The content: text as it is, anything else in base64.' }),
  encoding: Type.Enum(['utf-8', 'base64']),
  mime_type: Type.String(),
});

export const downloadPage = operation(tag, 'downloadPage', {
  summary: 'Download a page in its original format',
  description:
    'A page of a PDF is returned as a PDF of that page. `raw=true` returns the bytes themselves, with `Range`. `as_of` returns the content of that time, also of pages that were deleted since; removed content is 404.',
  params: PageParams,
  querystring: Type.Object({ raw: Type.Optional(Type.Boolean()), as_of: AsOf }),
  response: {
    ...byteAnswers,
    200: {
      description: 'The content: with `raw=true` the bytes themselves.',
      content: { 'application/json': { schema: successOf(PageContent) }, ...byteAnswers[200].content },
    },
  },
});

export const deletePage = operation(tag, 'deletePage', { summary: 'Delete a page', params: PageParams });

export const deleteFile = operation('Files', 'deleteFile', {
  summary: 'Delete a file with its pages',
  description: 'Needs write access. The bytes are removed a day later, unless another binder has them.',
  params: Type.Object({ binder_id: BinderId, file_id: FileId }),
});

export const deletePages = operation(tag, 'deletePages', {
  summary: 'Delete several pages, all or none',
  params: BinderParams,
  querystring: Type.Object({ filter: PageIds }),
});

export const BoardParams = Type.Object({
  binder_id: BinderId,
  page_id: Type.Integer({ ...NumericId, minimum: 0, description: '0 is the cover of the binder.' }),
  view: Type.Enum(['page', 'thumbnail', 'background']),
});

export const TileParams = Type.Object({
  binder_id: BinderId,
  page_id: NumericId,
  level: Type.Integer({ minimum: 0, maximum: 9 }),
  column: Type.Integer({ minimum: 0, maximum: 9_999 }),
  row: Type.Integer({ minimum: 0, maximum: 9_999 }),
});

export const FrameParams = Type.Object({ binder_id: BinderId, page_id: NumericId });

const TextBox = Type.Object(
  {
    text: Type.String(),
    x: Type.Number({ description: 'From the left of the page, in the units of its width.' }),
    y: Type.Number({ description: 'From the top of the page, in the units of its height.' }),
    width: Type.Number(),
    height: Type.Number(),
    separator: Type.Enum(['none', 'space', 'line'], {
      description: 'The separator from the next one.',
    }),
  },
  { title: 'TextBox' },
);

export const readPageText = operation(tag, 'readPageText', {
  summary: 'Read the words of a page with their positions',
  description:
    'For pages of PDFs and office documents, and the sheet of a note or a web page. Other pages have none. At most 20,000 boxes and 200,000 characters; `is_complete` is false if there are more.',
  params: PageParams,
  querystring: Type.Object({ as_of: AsOf }),
  data: Type.Object({
    boxes: Type.Array(TextBox),
    is_complete: Type.Boolean(),
    problems: Type.Array(Type.Enum(['picture', 'font', 'page']), {
      description:
        'The parts of the page that cannot be shown: a picture in it, letters whose font is neither in the file nor on the server, or the whole page. Its file can be downloaded.',
    }),
  }),
});

export const BoardQuery = Type.Object({
  expires: Type.Optional(Type.Integer()),
  signature: Type.Optional(Text({ maxLength: 100 })),
  v: Type.Optional(Text({ maxLength: 20 })),
  as_of: Type.Optional(Text({ maxLength: 24 })),
});
