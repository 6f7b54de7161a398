import Type, { type Static } from 'typebox';
import { pageTypes, type PageType as TypeOfPage } from '../page-kinds.ts';
import { Milliseconds } from '../scalars.ts';

export const PageType = Type.Enum(pageTypes);
export type PageType = TypeOfPage;

export const Annotation = Type.Object(
  {
    client_uuid: Type.String(),
    svg_tag: Type.String(),
    created_time: Milliseconds,
  },
  { title: 'Annotation' },
);
export type Annotation = Static<typeof Annotation>;

export const Page = Type.Object(
  {
    id: Type.Integer(),
    page_index: Type.Integer({ description: 'The position of the page in its file, starting at 0.' }),
    original_file_name: Type.String(),
    file_id: Type.String({ description: 'The file of the page. Empty for a page without a file.' }),
    type: PageType,
    page_number: Type.String({
      description: 'The position of the page in the display order, as a decimal number in a string.',
    }),
    page_uri: Type.String({ description: 'Signed path to the page in its original format.' }),
    thumbnail_uri: Type.String({ description: 'Signed path to a small picture of the page.' }),
    background_uri: Type.String({ description: 'Signed path to a large picture of the page.' }),
    width: Type.Number(),
    height: Type.Number(),
    duration: Type.Optional(Type.Integer({ description: 'Duration of audio and video in milliseconds.' })),
    url: Type.Optional(Type.String({ description: 'The address of a link page: http or https.' })),
    name: Type.Optional(Type.String({ description: 'The name of the page.' })),
    description: Type.Optional(
      Type.String({ description: 'A text that describes the page to people who cannot see it.' }),
    ),
    section_id: Type.Optional(Type.Integer({ description: 'The section of the page, if it is in one.' })),
    revision: Type.Integer(),
    created_time: Milliseconds,
    updated_time: Milliseconds,
    is_deleted: Type.Boolean(),
    svg_tags: Type.Array(Annotation),
  },
  { title: 'Page' },
);
export type Page = Static<typeof Page>;

export const File = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    mime_type: Type.String(),
    size: Type.Integer({ description: 'The size in bytes.' }),
    total_pages: Type.Integer(),
    conversion: Type.Optional(
      Type.Union([Type.Literal('unavailable'), Type.Literal('failed')], {
        description:
          'For an office document without pages: `unavailable` if the server has no LibreOffice, `failed` if LibreOffice could not convert this document.',
      }),
    ),
    user: Type.Object({ id: Type.String(), name: Type.String() }),
    created_time: Milliseconds,
    updated_time: Milliseconds,
    first_version: Type.Optional(
      Type.Object(
        {
          id: Type.String(),
          user: Type.Object({ id: Type.String(), name: Type.String() }),
          created_time: Milliseconds,
        },
        { description: 'The first version of the file. Present if the file replaced another one.' },
      ),
    ),
  },
  { title: 'File' },
);
export type File = Static<typeof File>;
