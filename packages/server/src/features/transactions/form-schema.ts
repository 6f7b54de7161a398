import { fieldTypes, NameText, Text } from '@ringbinder/protocol';
import Type, { type Static } from 'typebox';
import { fileLimits } from './file-schema.ts';

export const MAX_ANSWER_LENGTH = 4_000;
/** Characters of all answers of a press, as JSON. */
export const MAX_ANSWERS_LENGTH = 65_536;
const MAX_FIELDS = 50;
const MAX_OPTIONS = 100;

/** Uses a list of types, because validation errors of a union would have several reasons. */
const Limit = Type.Unsafe<number | string>({ type: ['number', 'string'], maxLength: 10, format: 'text' });

const FormFieldInput = Type.Object({
  id: Type.String({
    pattern: '^[A-Za-z][A-Za-z0-9_-]{0,63}$',
    description: 'A letter, then up to 63 letters, digits, _ and -.',
  }),
  type: Type.Enum(fieldTypes),
  label: NameText({ minLength: 1, maxLength: 200 }),
  required: Type.Optional(
    Type.Boolean({ description: 'Buttons need an answer, except those with the outcome `rejected`.' }),
  ),
  help: Type.Optional(Text({ minLength: 1, maxLength: 1_000 })),
  min: Type.Optional(
    Type.Unsafe<number | string>({
      ...Limit,
      description: 'The least number or amount, the earliest date, or the fewest characters of a text.',
    }),
  ),
  max: Type.Optional(
    Type.Unsafe<number | string>({
      ...Limit,
      description: 'The greatest number or amount, the last date, or the most characters of a text.',
    }),
  ),
  pattern: Type.Optional(
    Text({
      minLength: 1,
      maxLength: 200,
      description:
        'For a text: a regular expression in the syntax of RE2, which the whole answer must match. Such an answer has at most 1,000 characters.',
    }),
  ),
  options: Type.Optional(
    Type.Array(NameText({ minLength: 1, maxLength: 200 }), {
      minItems: 1,
      maxItems: MAX_OPTIONS,
      uniqueItems: true,
      description: 'Required for a choice.',
    }),
  ),
  currency: Type.Optional(
    Text({
      minLength: 3,
      maxLength: 3,
      description: 'Required for money: a code of ISO 4217, such as `EUR`.',
    }),
  ),
  ...fileLimits,
});
export type FormFieldInput = Static<typeof FormFieldInput>;

export const FormFieldsInput = Type.Array(FormFieldInput, {
  minItems: 1,
  maxItems: MAX_FIELDS,
  description: 'Only with the action_style `FORM`, which needs them.',
});

export const StepPagesInput = Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
  minItems: 1,
  maxItems: 200,
  uniqueItems: true,
  description:
    'Ids of pages of the binder. Only with the action_style `ACKNOWLEDGE`, which needs them. The viewer of the app reports when a person has opened one to the end.',
});

export const ActionStyle = Type.String({
  pattern:
    '^([Bb][Uu][Tt][Tt][Oo][Nn]|[Ff][Oo][Rr][Mm]|[Aa][Cc][Kk][Nn][Oo][Ww][Ll][Ee][Dd][Gg][Ee]|[Ff][Ii][Ll][Ee]_[Rr][Ee][Qq][Uu][Ee][Ss][Tt]|[Ss][Ii][Gg][Nn])$',
  default: 'BUTTON',
  description:
    '`BUTTON`, `FORM`, `ACKNOWLEDGE`, `FILE_REQUEST` or `SIGN`, in any case. The buttons of a form need answers to its `fields`, those of an acknowledgement that its `pages` were opened to the end, those of a file request the required files of its `file_requests`, and those of `SIGN` the required `signatures`.',
});

export const FormAnswersInput = Type.Record(
  Type.String({ pattern: '^[\\w-]{1,64}$' }),
  Type.Unsafe<string | number | boolean | null>({
    type: ['string', 'number', 'boolean', 'null'],
    maxLength: MAX_ANSWER_LENGTH,
    format: 'text',
  }),
  {
    maxProperties: MAX_FIELDS,
    additionalProperties: false,
    description:
      'The answers to the form of the step, by the id of the field. A text, a date (`2026-08-01`), a choice and an amount of money (`1250.00`) are strings. null and an empty text are no answer. A file is uploaded to the step instead (`deliverFile`).',
  },
);
export type FormAnswersInput = Static<typeof FormAnswersInput>;
