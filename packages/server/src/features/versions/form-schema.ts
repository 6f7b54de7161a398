import { BinderId, FileId, NumericId } from '@ringbinder/protocol';
import Type from 'typebox';
import { operation } from '../../http/index.ts';
import { StoredVersion } from './schema.ts';

const tag = 'Pages';
const PageParams = Type.Object({ binder_id: BinderId, page_id: NumericId });
const MAX_VALUES = 5_000;

/** Uses a list of types, because a union would report one error for each of its members. */
const Value = Type.Unsafe<string | boolean | string[]>({
  type: ['string', 'boolean', 'array'],
  maxLength: 50_000,
  format: 'text',
  items: { type: 'string', maxLength: 5_000, format: 'text' },
  maxItems: 1_000,
});

const Widget = Type.Object(
  {
    x: Type.Number({
      description: 'Distance from the left edge of the displayed page, as a fraction of its width.',
    }),
    y: Type.Number({ description: 'Distance from the top edge, as a fraction of the page’s height.' }),
    width: Type.Number(),
    height: Type.Number(),
    option: Type.Optional(Type.String({ description: 'The option that this radio button selects.' })),
  },
  { title: 'PdfFieldPlace' },
);

const Field = Type.Object(
  {
    name: Type.String({
      description: 'Full name: the names of its parents and its own name, separated by dots.',
    }),
    label: Type.String({
      description: 'The tooltip of the field. If it has none, the last part of its name.',
    }),
    type: Type.Enum(['text', 'checkbox', 'radio', 'choice']),
    value: Type.Union([Type.String(), Type.Boolean(), Type.Array(Type.String())], {
      description:
        'A boolean for a check box, and an array for a choice of several. Otherwise a string, which is empty if the field is not filled in.',
    }),
    is_required: Type.Boolean({
      description:
        'Whether the form marks the field as required. Ringbinder also saves a form in which such a field is empty.',
    }),
    is_read_only: Type.Boolean(),
    is_multiline: Type.Optional(Type.Boolean()),
    is_comb: Type.Optional(Type.Boolean({ description: 'Whether each character has a cell.' })),
    max_length: Type.Optional(Type.Integer()),
    options: Type.Optional(Type.Array(Type.Object({ value: Type.String(), label: Type.String() }))),
    is_multiple: Type.Optional(Type.Boolean()),
    allows_other: Type.Optional(Type.Boolean({ description: 'Whether a choice accepts any text.' })),
    font_size: Type.Optional(
      Type.Number({ description: 'In points. If it is missing, the size of the text adapts to the field.' }),
    ),
    widgets: Type.Array(Widget, { description: 'The places of the field on this page.' }),
  },
  { title: 'PdfField' },
);

export const listFields = operation(tag, 'listFormFields', {
  summary: 'List the form fields of a page of a PDF',
  description:
    'Returns the fields that a person can see and fill in, in the order of the page. If the page has no form, the list is empty. If the form cannot be filled in, `refusal` contains the reason.',
  params: PageParams,
  data: Type.Object({
    file_id: Type.String({ description: 'Send it as `base_file_id` when you fill in fields.' }),
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
    'One call can fill in fields on all pages of the file. Fields that are not in `values` keep their values. The pages keep their ids, names, comments and drawings. Ringbinder does not run the scripts of the form.',
  params: PageParams,
  body: Type.Object({
    base_file_id: {
      ...FileId,
      description:
        'The `file_id` that `listFormFields` returned. If the page has another file now, the call returns 412.',
    },
    values: Type.Record(Type.String({ pattern: '^.{1,1000}$' }), Value, {
      minProperties: 1,
      maxProperties: MAX_VALUES,
      additionalProperties: false,
      description: 'Each key is the name of a field.',
    }),
  }),
  data: StoredVersion,
});
