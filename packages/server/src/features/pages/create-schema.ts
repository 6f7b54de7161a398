import { BinderId, FileId, NameText, NumericId, Text } from '@ringbinder/protocol';
import Type from 'typebox';
import { operation } from '../../http/index.ts';
import { PageDescription } from './page-description.ts';
import { MAX_PAGES } from './page-limit.ts';

const tag = 'Pages';

const MAX_NOTE_LENGTH = 524_288;
const MAX_URL_LENGTH = 4_000;

const Name = NameText({ maxLength: 255, description: 'The name of the page.' });
const NoteText = Text({ maxLength: MAX_NOTE_LENGTH, description: 'Markdown.' });
const SectionOfPages = Type.Optional(
  Type.Integer({ ...NumericId, minimum: 0, description: 'The section for the pages; 0 for none.' }),
);
const Side = Type.Number({ minimum: 16, maximum: 10_000 });

const WebLink = Text({ minLength: 1, maxLength: MAX_URL_LENGTH, description: 'An http or https address.' });
const CreatedPage = Type.Object({
  page_id: Type.Integer(),
  created_time: Type.Integer(),
  updated_time: Type.Integer(),
});

export const createPage = operation(tag, 'createPage', {
  summary: 'Create a whiteboard, a note or a link page',
  description:
    'After the last page. `text` is for a note, `url` (http or https, required) for a page of type `url`, `width` and `height` (default: 1280 × 720) for a whiteboard.',
  params: Type.Object({ binder_id: BinderId }),
  body: Type.Object({
    type: Type.Enum(['whiteboard', 'note', 'url']),
    name: Type.Optional(Name),
    description: Type.Optional(PageDescription),
    text: Type.Optional(NoteText),
    url: Type.Optional(WebLink),
    width: Type.Optional(Side),
    height: Type.Optional(Side),
  }),
  data: CreatedPage,
});

export const createWebLink = operation(tag, 'createWebLink', {
  summary: 'Create a link page',
  description: 'Like `POST /{binder_id}/pages` with type `url`.',
  params: Type.Object({ binder_id: BinderId }),
  body: Type.Object({
    url: WebLink,
    name: Type.Optional(Name),
    description: Type.Optional(PageDescription),
  }),
  data: CreatedPage,
});

export const updatePage = operation(tag, 'updatePage', {
  summary: 'Rename or describe a page, move it in the order or to a section, or change the text of a note',
  description:
    'Send at least one change. A page with the number 1.5 is between the pages 1 and 2. A changed note gets a new file; copies of the note do not change.',
  params: Type.Object({ binder_id: BinderId, page_id: NumericId }),
  body: Type.Object({
    name: Type.Optional(Name),
    description: Type.Optional(PageDescription),
    text: Type.Optional(NoteText),
    section_id: SectionOfPages,
    base_file_id: Type.Optional({
      ...FileId,
      description:
        'The `file_id` that the page had when you read its text. If the page has another file now, the call changes nothing and returns 412.',
    }),
    page_number: Type.Optional(
      Type.String({
        pattern: '^[0-9]{1,9}(\\.[0-9]{1,100})?$',
        description:
          'Decimal text, with at most nine digits before the point and 100 after it. With more than 50 decimal places, all pages get whole numbers in the resulting order.',
      }),
    ),
  }),
});

export const changePages = operation(tag, 'changePages', {
  summary: 'Rename pages, or move them together in the order or to a section',
  description:
    'Send at least one of `name`, `after_id` and `section_id`. To move a document, list all its pages. If a page or the section does not exist, the call changes nothing and returns 404.',
  params: Type.Object({ binder_id: BinderId }),
  body: Type.Object({
    pages: Type.Array(Type.Object({ id: NumericId }), { minItems: 1, maxItems: MAX_PAGES }),
    name: Type.Optional(Name),
    after_id: Type.Optional(
      Type.Integer({
        ...NumericId,
        minimum: 0,
        description:
          'The listed pages move to the position after this page, in the order of `pages`. With 0, they move to the beginning.',
      }),
    ),
    section_id: SectionOfPages,
  }),
});
