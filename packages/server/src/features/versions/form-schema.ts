import { BinderId, FileId, NumericId } from '@ringbinder/protocol';
import Type from 'typebox';
import { operation } from '../../http/index.ts';
import { StoredVersion } from './schema.ts';

const tag = 'Pages';
const PageParams = Type.Object({ binder_id: BinderId, page_id: NumericId });
const MAX_VALUES = 5_000;

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
      description: 'The distance from the left edge of the displayed page, as a fraction of its width.',
    }),
    y: Type.Number({
      description: 'The distance from the top edge of the displayed page, as a fraction of its height.',
    }),
    width: Type.Number(),
    height: Type.Number(),
    option: Type.Optional(Type.String({ description: 'The option that this radio button selects.' })),
  },
  { title: 'PdfFieldPlace' },
);

const Field = Type.Object(
  {
    name: Type.String({
      description:
        'The full name of the field: the names of its parents and its own name, separated by dots.',
    }),
    label: Type.String({
      description:
        'The tooltip of the field. If the field has no tooltip, this is the last part of its name.',
    }),
    type: Type.Enum(['text', 'checkbox', 'radio', 'choice']),
    value: Type.Union([Type.String(), Type.Boolean(), Type.Array(Type.String())], {
      description:
        'The value is a boolean for a check box, and an array for a field with several choices. For other fields, it is a string, which is empty if the field is not filled in.',
    }),
    is_required: Type.Boolean({
      description:
        'True if the form marks the field as required. The server saves a form even if such a field is empty.',
    }),
    is_read_only: Type.Boolean(),
    is_multiline: Type.Optional(Type.Boolean()),
    is_comb: Type.Optional(Type.Boolean({ description: 'True if the field has a cell for each character.' })),
    max_length: Type.Optional(Type.Integer()),
    options: Type.Optional(Type.Array(Type.Object({ value: Type.String(), label: Type.String() }))),
    is_multiple: Type.Optional(Type.Boolean()),
    allows_other: Type.Optional(
      Type.Boolean({ description: 'True if the field accepts texts that are not one of its options.' }),
    ),
    font_size: Type.Optional(
      Type.Number({
        description:
          'The size of the text in points. If it is absent, the size of the text adapts to the field.',
      }),
    ),
    widgets: Type.Array(Widget, { description: 'The places of the field on this page.' }),
  },
  { title: 'PdfField' },
);

export const listFields = operation(tag, 'listFormFields', {
  summary: 'List the form fields of a page of a PDF',
  description:
    'Allowed for members of the binder. Returns the fields that a person can see and fill in, in the order of the page. If the page has no form, the list is empty. If nobody can fill in the form here, `refusal` contains the reason.',
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
    'Needs write access. One call can fill in fields on all pages of the file. Fields that are not in `values` keep their values. The pages keep their ids, names, comments and drawings. The server does not run the scripts of the form. 400: at least one value does not fit its field; `errors` names each such field. 412: the page has another file than `base_file_id`, or nobody can fill in the form here (`refusal` of `listFormFields`).',
  params: PageParams,
  body: Type.Object({
    base_file_id: {
      ...FileId,
      description: 'The `file_id` that `listFormFields` returned.',
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
