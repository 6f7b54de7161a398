import { fieldTypes, NameText, Text } from '@ringbinder/protocol';
import Type, { type Static } from 'typebox';
import { fileLimits } from './file-schema.ts';

export const MAX_ANSWER_LENGTH = 4_000;
/** As JSON, per person and step. */
export const MAX_ANSWERS_LENGTH = 65_536;
const MAX_FIELDS = 50;
const MAX_OPTIONS = 100;

/** Not a union, which would report one error for each of its members. */
const Limit = Type.Unsafe<number | string>({ type: ['number', 'string'], maxLength: 10, format: 'text' });

const FormFieldInput = Type.Object({
  id: Type.String({
    pattern: '^[A-Za-z][A-Za-z0-9_-]{0,63}$',
    description: 'A letter, then up to 63 letters, digits, _ and -.',
  }),
  type: Type.Enum(fieldTypes),
  label: NameText({ minLength: 1, maxLength: 200 }),
  required: Type.Optional(
    Type.Boolean({
      description: 'If true, a press needs an answer, unless the button has the outcome `rejected`.',
    }),
  ),
  help: Type.Optional(Text({ minLength: 1, maxLength: 1_000 })),
  min: Type.Optional(
    Type.Unsafe<number | string>({
      ...Limit,
      description: 'The smallest number or amount, the earliest date, or the minimum length of a text.',
    }),
  ),
  max: Type.Optional(
    Type.Unsafe<number | string>({
      ...Limit,
      description: 'The largest number or amount, the latest date, or the maximum length of a text.',
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
  description: 'Required with the action_style `FORM`; not allowed with another one.',
});

export const StepPagesInput = Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
  minItems: 1,
  maxItems: 200,
  uniqueItems: true,
  description:
    'Ids of pages of the binder. Required with the action_style `ACKNOWLEDGE`; not allowed with another one. The viewer of the app reports when a person has opened a page to its end.',
});

export const ActionStyle = Type.String({
  pattern:
    '^([Bb][Uu][Tt][Tt][Oo][Nn]|[Ff][Oo][Rr][Mm]|[Aa][Cc][Kk][Nn][Oo][Ww][Ll][Ee][Dd][Gg][Ee]|[Ff][Ii][Ll][Ee]_[Rr][Ee][Qq][Uu][Ee][Ss][Tt]|[Ss][Ii][Gg][Nn])$',
  default: 'BUTTON',
  description:
    'Upper or lower case. Defines what a press needs. `BUTTON`: nothing. `FORM`: answers to the `fields`. `ACKNOWLEDGE`: the person has opened each of the `pages` to its end. `FILE_REQUEST`: the required files of the `file_requests`. `SIGN`: the required `signatures`.',
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
      'The answers to the form of the step. Each key is the id of a field. A text, a date (`2026-08-01`), a choice and an amount of money (`1250.00`) are strings. null and an empty string count as no answer. To answer with a file, upload it to the step (`deliverFile`).',
  },
);
export type FormAnswersInput = Static<typeof FormAnswersInput>;
