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
    'One part named `file`. A PDF becomes one page a page, a picture or a text one page; anything else is kept as a file without pages.',
  consumes: ['multipart/form-data'],
  params: BinderParams,
  body: Type.Object({ file: Type.String({ format: 'binary', description: 'The file, with its name.' }) }),
  data: Type.Object({ file_id: Type.String(), created_time: Type.Integer(), updated_time: Type.Integer() }),
});

export const uploadFile = operation('Files', 'uploadFile', {
  summary: 'Upload a file and keep it as it is, without pages',
  description: 'One part named `file`, of any kind: a damaged document is kept too.',
  consumes: ['multipart/form-data'],
  params: BinderParams,
  body: Type.Object({ file: Type.String({ format: 'binary', description: 'The file, with its name.' }) }),
  data: Type.Object({ file_id: Type.String(), created_time: Type.Integer(), updated_time: Type.Integer() }),
});

const Picture = Type.Object({
  file: Type.String({ format: 'binary', description: 'A picture of at most 10 MiB.' }),
});

export const uploadCover = operation('Binders', 'uploadCover', {
  summary: 'Give a binder a picture, in place of its first page',
  description: 'One part named `file`, told by its bytes. It is shown re-encoded, by signed links.',
  consumes: ['multipart/form-data'],
  params: BinderParams,
  body: Picture,
  data: Type.Object({ thumbnail_uri: Type.String(), updated_time: Type.Integer() }),
});

export const deleteCover = operation('Binders', 'deleteCover', {
  summary: 'Take the picture of a binder away',
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
    'A page of a PDF is a PDF of that page. With `raw=true` the bytes themselves, with `Range`. With `as_of` what it was then: the text that a note had, and what pages had that were deleted since; 404 for what was removed.',
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
  description: 'For who may write. A day later its bytes are removed, unless another binder has them.',
  params: Type.Object({ binder_id: BinderId, file_id: FileId }),
});

export const deletePages = operation(tag, 'deletePages', {
  summary: 'Delete several pages, all or none',
  params: BinderParams,
  querystring: Type.Object({ filter: PageIds }),
});

/** The parameters of a signed link. */
export const BoardParams = Type.Object({
  binder_id: BinderId,
  page_id: Type.Integer({ ...NumericId, minimum: 0, description: '0 is the cover of the binder.' }),
  view: Type.Enum(['page', 'thumbnail', 'background']),
});

/** The parameters of the link to a tile, which the signature of the background proves. */
export const TileParams = Type.Object({
  binder_id: BinderId,
  page_id: NumericId,
  level: Type.Integer({ minimum: 0, maximum: 9 }),
  column: Type.Integer({ minimum: 0, maximum: 9_999 }),
  row: Type.Integer({ minimum: 0, maximum: 9_999 }),
});

/** The parameters of the link to a web page for a frame, which the signature of the page proves. */
export const FrameParams = Type.Object({ binder_id: BinderId, page_id: NumericId });

/** Some letters of a page and where they stand. */
const TextBox = Type.Object(
  {
    text: Type.String(),
    x: Type.Number({ description: 'From the left of the page, in the units of its width.' }),
    y: Type.Number({ description: 'From the top of the page, in the units of its height.' }),
    width: Type.Number(),
    height: Type.Number(),
    separator: Type.Enum(['none', 'space', 'line'], {
      description: 'What comes between it and the next one.',
    }),
  },
  { title: 'TextBox' },
);

export const readPageText = operation(tag, 'readPageText', {
  summary: 'Read the words of a page, with their places',
  description:
    'Of PDFs (office documents too), and of the sheet that stands for a note or a web page; other pages have none. At most 20,000 boxes and 200,000 characters: `is_complete` says whether that was all.',
  params: PageParams,
  querystring: Type.Object({ as_of: AsOf }),
  data: Type.Object({
    boxes: Type.Array(TextBox),
    is_complete: Type.Boolean(),
    problems: Type.Array(Type.Enum(['picture', 'font', 'page']), {
      description:
        'What of the page cannot be shown here: a picture in it, letters whose font is neither in the file nor on the server, or all of it. Its file can be downloaded.',
    }),
  }),
});

/** What proves a signed link. */
export const BoardQuery = Type.Object({
  expires: Type.Optional(Type.Integer()),
  signature: Type.Optional(Text({ maxLength: 100 })),
  v: Type.Optional(Text({ maxLength: 20 })),
  as_of: Type.Optional(Text({ maxLength: 24 })),
});
