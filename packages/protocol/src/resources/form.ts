import Type, { type Static } from 'typebox';
import { fileLimits } from './file-request.ts';

export const fieldTypes = ['text', 'number', 'money', 'date', 'choice', 'checkbox', 'file'] as const;

const Limit = (description: string) =>
  Type.Optional(Type.Unsafe<number | string>({ type: ['number', 'string'], description }));

export const FormField = Type.Object(
  {
    id: Type.String({ description: 'The key of the answer to this field in `answers`.' }),
    type: Type.Enum(fieldTypes, {
      description:
        'For a `file` field, upload the files before the press: `file_requests` of the step contains a request with the id of the field.',
    }),
    label: Type.String(),
    required: Type.Optional(
      Type.Boolean({
        description:
          'True if a press needs an answer, unless the button has the outcome `rejected`. A required checkbox must be ticked.',
      }),
    ),
    help: Type.Optional(Type.String({ description: 'A text that is displayed below the field.' })),
    min: Limit(
      'The smallest allowed number or amount, the earliest allowed date (`2026-08-01`), or the minimum length of a text.',
    ),
    max: Limit(
      'The largest allowed number or amount, the latest allowed date, or the maximum length of a text.',
    ),
    pattern: Type.Optional(
      Type.String({ description: 'A regular expression (RE2) that the whole text must match.' }),
    ),
    options: Type.Optional(Type.Array(Type.String(), { description: 'The possible answers to a choice.' })),
    currency: Type.Optional(
      Type.String({ description: 'The currency of an amount of money, such as `EUR`.' }),
    ),
    ...fileLimits,
    max_files: Type.Optional(
      Type.Integer({ description: 'The maximum number of files in a `file` field. Default: 1.' }),
    ),
  },
  { title: 'FormField' },
);
export type FormField = Static<typeof FormField>;

/** A union would report several validation errors for one wrong value. */
const Answer = Type.Unsafe<string | number | boolean | number[]>({
  // The serializer takes the first matching type, and a list also matches `string`.
  type: ['array', 'string', 'number', 'boolean'],
  items: { type: 'integer' },
});

export const FormAnswers = Type.Record(Type.String(), Answer, {
  description:
    'Each key is the id of a field. The answer is a number for a number, a boolean for a checkbox, and a string for a text, a date (`2026-08-01`), a choice or an amount of money (`1250.00`). For a `file` field, it is a list with the ids of the pages that the files had at the time of the press. Fields without an answer are absent.',
});
export type FormAnswers = Static<typeof FormAnswers>;
