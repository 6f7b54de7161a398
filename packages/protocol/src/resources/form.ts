import Type, { type Static } from 'typebox';
import { fileLimits } from './file-request.ts';

export const fieldTypes = ['text', 'number', 'money', 'date', 'choice', 'checkbox', 'file'] as const;

const Limit = (description: string) =>
  Type.Optional(Type.Unsafe<number | string>({ type: ['number', 'string'], description }));

export const FormField = Type.Object(
  {
    id: Type.String({ description: 'The name of its answer in `answers`.' }),
    type: Type.Enum(fieldTypes, {
      description:
        'The files of a `file` field are uploaded before the press: `file_requests` of the step has one request for each such field, with its id.',
    }),
    label: Type.String(),
    required: Type.Optional(Type.Boolean({ description: 'A required checkbox must be ticked.' })),
    help: Type.Optional(Type.String({ description: 'Shown below the field.' })),
    min: Limit(
      'The least number or amount, the earliest date (`2026-08-01`), or the fewest characters of a text.',
    ),
    max: Limit('The greatest number or amount, the last date, or the most characters of a text.'),
    pattern: Type.Optional(
      Type.String({ description: 'A regular expression (RE2) that the whole text must match.' }),
    ),
    options: Type.Optional(Type.Array(Type.String(), { description: 'The answers of a choice.' })),
    currency: Type.Optional(Type.String({ description: 'Of an amount of money, such as `EUR`.' })),
    ...fileLimits,
    max_files: Type.Optional(Type.Integer({ description: 'Of a file field. Default: 1.' })),
  },
  { title: 'FormField' },
);
export type FormField = Static<typeof FormField>;

/** Not a union, because one wrong value would cause several validation errors. */
const Answer = Type.Unsafe<string | number | boolean | number[]>({
  // Lists first: the serializer takes the first match, and lists also match strings.
  type: ['array', 'string', 'number', 'boolean'],
  items: { type: 'integer' },
});

export const FormAnswers = Type.Record(Type.String(), Answer, {
  description:
    'By the id of the field: a string for a text, a date (`2026-08-01`), a choice or an amount of money (`1250.00`), a number, or a boolean for a checkbox. Of a file field: the ids of the pages that its files had at the press. Fields without an answer are absent.',
});
export type FormAnswers = Static<typeof FormAnswers>;
