import { BinderId, File, FileId, NumericId, Page, Text } from '@ringbinder/protocol';
import Type from 'typebox';
import { AsOf, byteAnswers, Cursor, Limit, NextCursor, operation, successOf } from '../../http/index.ts';
import { PageIds } from './page-ids.ts';

const tag = 'Pages';
const BinderParams = Type.Object({ binder_id: BinderId });
const PageParams = Type.Object({ binder_id: BinderId, page_id: NumericId });

export const uploadPages = operation(tag, 'uploadPages', {
  summary: 'Upload a file and make pages of it',
  description:
    'Send one part named `file`. Each page of a PDF becomes a page. A picture or a text becomes one page. Any other file is stored without pages.',
  consumes: ['multipart/form-data'],
  params: BinderParams,
  body: Type.Object({ file: Type.String({ format: 'binary', description: 'The file, with its name.' }) }),
  data: Type.Object({ file_id: Type.String(), created_time: Type.Integer(), updated_time: Type.Integer() }),
});

export const makePages = operation('Files', 'makePages', {
  summary: 'Make pages of a file that has none',
  description:
    'Needs write access. For a file that was uploaded without pages, or that could not be converted at that time. `conversion` says why there are still no pages. If the file has pages, the response has their ids.',
  params: Type.Object({ binder_id: BinderId, file_id: FileId }),
  data: Type.Object({ page_ids: Type.Array(Type.Integer()), conversion: File.properties.conversion }),
});

export const uploadFile = operation('Files', 'uploadFile', {
  summary: 'Upload a file without creating pages',
  description: 'Send one part named `file`. It can have any type, and may even be a damaged document.',
  consumes: ['multipart/form-data'],
  params: BinderParams,
  body: Type.Object({ file: Type.String({ format: 'binary', description: 'The file, with its name.' }) }),
  data: Type.Object({ file_id: Type.String(), created_time: Type.Integer(), updated_time: Type.Integer() }),
});

const Picture = Type.Object({
  file: Type.String({ format: 'binary', description: 'A picture of at most 10 MiB.' }),
});

export const uploadCover = operation('Binders', 'uploadCover', {
  summary: 'Set the cover picture of a binder',
  description:
    'Without a cover picture, the cover of a binder is its first page. Send one part named `file`. The server detects the type of the picture from its bytes. Signed links return the picture re-encoded.',
  consumes: ['multipart/form-data'],
  params: BinderParams,
  body: Picture,
  data: Type.Object({ thumbnail_uri: Type.String(), updated_time: Type.Integer() }),
});

export const deleteCover = operation('Binders', 'deleteCover', {
  summary: 'Remove the cover picture of a binder',
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
  page: Type.String({ description: 'The content: a text unchanged, other content in base64.' }),
  encoding: Type.Enum(['utf-8', 'base64']),
  mime_type: Type.String(),
});

export const downloadPage = operation(tag, 'downloadPage', {
  summary: 'Download a page in its original format',
  description:
    'For a page of a PDF, returns a PDF with only this page. With `raw=true`, the response is the bytes, and `Range` is supported. With `as_of`, returns the content at that time, even if the page was deleted since. If that content has been removed from storage, returns 404.',
  params: PageParams,
  querystring: Type.Object({ raw: Type.Optional(Type.Boolean()), as_of: AsOf }),
  response: {
    ...byteAnswers,
    200: {
      description: 'The content. With `raw=true`, the body is the bytes.',
      content: { 'application/json': { schema: successOf(PageContent) }, ...byteAnswers[200].content },
    },
  },
});

export const deletePage = operation(tag, 'deletePage', { summary: 'Delete a page', params: PageParams });

export const deleteFile = operation('Files', 'deleteFile', {
  summary: 'Delete a file with its pages',
  description:
    'Needs write access. The server removes the bytes a day later, unless another binder contains the same file.',
  params: Type.Object({ binder_id: BinderId, file_id: FileId }),
});

export const deletePages = operation(tag, 'deletePages', {
  summary: 'Delete several pages, all or none',
  params: BinderParams,
  querystring: Type.Object({ filter: PageIds }),
});

export const BoardParams = Type.Object({
  binder_id: BinderId,
  page_id: Type.Integer({
    ...NumericId,
    minimum: 0,
    description: 'The id of the page; 0 for the cover of the binder.',
  }),
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
    x: Type.Number({
      description: 'Distance from the left edge of the page, in the unit of the page’s `width`.',
    }),
    y: Type.Number({
      description: 'Distance from the top edge of the page, in the unit of the page’s `height`.',
    }),
    width: Type.Number(),
    height: Type.Number(),
    separator: Type.Enum(['none', 'space', 'line'], {
      description: 'The separator between this word and the next.',
    }),
  },
  { title: 'TextBox' },
);

export const readPageText = operation(tag, 'readPageText', {
  summary: 'Read the words of a page with their positions',
  description:
    'Returns the words of a page of a PDF or an office document, or of the sheet that shows a note or a web page. For other pages, `boxes` is empty. The response has at most 20,000 boxes and 200,000 characters; if the page has more, `is_complete` is false.',
  params: PageParams,
  querystring: Type.Object({ as_of: AsOf }),
  data: Type.Object({
    boxes: Type.Array(TextBox),
    is_complete: Type.Boolean(),
    problems: Type.Array(Type.Enum(['picture', 'font', 'page']), {
      description:
        'The parts of the page that the server cannot show. `picture`: a picture in the page. `font`: letters whose font is neither in the file nor on the server. `page`: the whole page. You can still download the file.',
    }),
  }),
});

export const BoardQuery = Type.Object({
  expires: Type.Optional(Type.Integer()),
  signature: Type.Optional(Text({ maxLength: 100 })),
  v: Type.Optional(Text({ maxLength: 20 })),
  as_of: Type.Optional(Text({ maxLength: 24 })),
});
