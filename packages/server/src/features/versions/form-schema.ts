import { BinderId, FileId, NumericId } from '@ringbinder/protocol';
import Type from 'typebox';
import { operation } from '../../http/index.ts';
import { StoredVersion } from './schema.ts';

const tag = 'Pages';
const PageParams = Type.Object({ binder_id: BinderId, page_id: NumericId });
const MAX_VALUES = 5_000;

/** Uses a list of types, because validation errors of a union would have several reasons. */
const Value = Type.Unsafe<string | boolean | string[]>({
  type: ['string', 'boolean', 'array'],
  maxLength: 50_000,
  format: 'text',
  items: { type: 'string', maxLength: 5_000, format: 'text' },
  maxItems: 1_000,
});

const Widget = Type.Object(
  {
    x: Type.Number({ description: 'From the left of the page as displayed, as a fraction of its width.' }),
    y: Type.Number({ description: 'From its top, as a fraction of its height.' }),
    width: Type.Number(),
    height: Type.Number(),
    option: Type.Optional(Type.String({ description: 'The option that this radio button selects.' })),
  },
  { title: 'PdfFieldPlace' },
);

const Field = Type.Object(
  {
    name: Type.String({ description: 'With the names of its parents, separated by dots.' }),
    label: Type.String({ description: 'Its tooltip, or else the last part of its name.' }),
    type: Type.Enum(['text', 'checkbox', 'radio', 'choice']),
    value: Type.Union([Type.String(), Type.Boolean(), Type.Array(Type.String())], {
      description:
        'A boolean for a check box, an array for a choice of several, and a text otherwise, which is empty if nothing is filled in.',
    }),
    is_required: Type.Boolean({ description: 'A form can be saved before all of these are filled in.' }),
    is_read_only: Type.Boolean(),
    is_multiline: Type.Optional(Type.Boolean()),
    is_comb: Type.Optional(Type.Boolean({ description: 'Whether each character has a cell.' })),
    max_length: Type.Optional(Type.Integer()),
    options: Type.Optional(Type.Array(Type.Object({ value: Type.String(), label: Type.String() }))),
    is_multiple: Type.Optional(Type.Boolean()),
    allows_other: Type.Optional(Type.Boolean({ description: 'Whether a choice accepts any text.' })),
    font_size: Type.Optional(
      Type.Number({ description: 'In points. The text adapts to its field without it.' }),
    ),
    widgets: Type.Array(Widget, { description: 'The places of the field on this page.' }),
  },
  { title: 'PdfField' },
);

export const listFields = operation(tag, 'listFormFields', {
  summary: 'List the form fields of a page of a PDF',
  description:
    'The fields that a person can see and fill, in the order of the page. Other pages have none. `refusal` says why the form of a file cannot be filled.',
  params: PageParams,
  data: Type.Object({
    file_id: Type.String({ description: 'To be sent as `base_file_id`.' }),
    refusal: Type.Optional(
      Type.Object({
        reason: Type.Enum(['xfa', 'signed', 'encrypted', 'too_large', 'unreadable']),
        message: Type.String(),
      }),
    ),
    fields: Type.Array(Field),
  }),
});

export const fillFields = operation(tag, 'fillFormFields', {
  summary: 'Fill form fields and save a new version of the file',
  description:
    'Fields of all pages of the file can be filled at once; those that are not named keep their values. The pages keep their ids, names, comments and drawings. Scripts of the form do not run.',
  params: PageParams,
  body: Type.Object({
    base_file_id: {
      ...FileId,
      description: 'The file that the values are for. 412 if the page has another one by then.',
    },
    values: Type.Record(Type.String({ pattern: '^.{1,1000}$' }), Value, {
      minProperties: 1,
      maxProperties: MAX_VALUES,
      additionalProperties: false,
      description: 'By the names of the fields.',
    }),
  }),
  data: StoredVersion,
});
