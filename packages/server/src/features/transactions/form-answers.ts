import type { Action, FormAnswers, FormField } from '@ringbinder/protocol';
import { decimalsOf } from '@ringbinder/protocol/form-answers.ts';
import { RE2JS } from 're2js';
import {
  type Because,
  because,
  type FieldError,
  fieldError,
  invalid,
  invalidFields,
  withDetails,
} from '../../errors.ts';
import { isDate } from '../../time/calendar-date.ts';
import { deliveredOf } from './file-queries.ts';
import { amountPattern, MAX_MATCHED_LENGTH } from './form-fields.ts';
import { type FormAnswersInput, MAX_ANSWER_LENGTH, MAX_ANSWERS_LENGTH } from './form-schema.ts';
import type { PressRow } from './press-queries.ts';

type Value = string | number | boolean;

export function checkAnswers(
  { fields, delivered }: Pick<PressRow, 'fields' | 'delivered'>,
  { outcome }: Pick<Action, 'outcome'>,
  input: FormAnswersInput | undefined,
): FormAnswers | null {
  if (fields === null) {
    if (input !== undefined) throw invalid('answers', because('form_needed'));
    return null;
  }
  const given = new Map(Object.entries(input ?? {}));
  const answers: FormAnswers = {};
  const problems: FieldError[] = [];
  for (const field of fields) {
    const value = givenValue(field, given.get(field.id));
    if (field.type === 'file') {
      if (value !== undefined)
        problems.push({
          path: `answers.${field.id}`,
          message: 'must be absent: upload the file to the step',
        });
      const pages = deliveredOf(delivered, field.id).flat();
      if (pages.length > 0) answers[field.id] = pages;
      given.delete(field.id);
      continue;
    }
    const needsAnswer = field.required === true && outcome !== 'rejected';
    const problem = problemOf(field, value, needsAnswer);
    if (problem !== undefined) problems.push(fieldError(`answers.${field.id}`, problem));
    else if (value !== undefined) answers[field.id] = normalized(field, value);
    given.delete(field.id);
  }
  for (const id of given.keys())
    problems.push({ path: `answers.${id}`, message: 'is not a field of the form' });
  if (problems.length === 0 && JSON.stringify(answers).length > MAX_ANSWERS_LENGTH)
    problems.push({ path: 'answers', ...because('characters_in_all', { limit: MAX_ANSWERS_LENGTH }) });
  if (problems.length > 0) throw invalidFields(problems);
  return answers;
}

function givenValue({ type }: FormField, value: Value | null | undefined): Value | undefined {
  if (value === null) return undefined;
  if (typeof value === 'string' && type !== 'choice' && value.trim() === '') return undefined;
  return value;
}

function problemOf(
  field: FormField,
  value: Value | undefined,
  needsAnswer: boolean,
): Because | string | undefined {
  if (field.type === 'checkbox') {
    if (value !== undefined && typeof value !== 'boolean') return 'must be true or false';
    return needsAnswer && value !== true ? because('answer_not_ticked') : undefined;
  }
  if (value === undefined) return needsAnswer ? because('required') : undefined;
  switch (field.type) {
    case 'text':
      return typeof value === 'string' ? textProblem(field, value) : 'must be a text';
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
        ? rangeProblem(field, value)
        : because('answer_number');
    case 'money':
      return typeof value === 'string' ? amountProblem(field, value) : 'must be an amount as a string';
    case 'date':
      return typeof value === 'string' && isDate(value) ? rangeProblem(field, value) : because('answer_date');
    case 'choice':
      return field.options?.includes(value as string)
        ? undefined
        : withDetails(
            because('one_of', { values: field.options?.join(', ') ?? '' }),
            `must be one of: ${field.options?.join(', ')}`,
          );
    case 'file':
      return undefined;
  }
}

function textProblem({ min, max, pattern }: FormField, value: string): Because | undefined {
  const length = [...value].length;
  if (min !== undefined && length < Number(min))
    return because('characters_at_least', { limit: Number(min) });
  const limit = Math.min(
    Number(max ?? MAX_ANSWER_LENGTH),
    pattern === undefined ? length : MAX_MATCHED_LENGTH,
  );
  if (length > limit) return because('characters_at_most', { limit });
  if (pattern !== undefined && !RE2JS.compile(pattern).matches(value))
    return withDetails(because('wrong_form'), `has the wrong form: it must match ${pattern}`);
  return undefined;
}

function rangeProblem({ min, max }: FormField, value: number | string): Because | string | undefined {
  if (min !== undefined && value < min) return because('at_least', { limit: min });
  return max !== undefined && value > max ? because('at_most', { limit: max }) : undefined;
}

function amountProblem(field: FormField, value: string): Because | string | undefined {
  if (!amountPattern(field.currency ?? '').test(value)) return amountMessage(field);
  return rangeProblem(field, Number(value));
}

function amountMessage({ currency = '' }: FormField): Because {
  const decimals = decimalsOf(currency);
  return because('answer_amount_form', { example: (1250).toFixed(decimals), decimals });
}

function normalized({ type, currency = '' }: FormField, value: Value): Value {
  if (type !== 'money') return value;
  const [whole = '', decimals = ''] = String(value).split('.');
  const places = decimalsOf(currency);
  return places === 0 ? whole : `${whole}.${decimals.padEnd(places, '0')}`;
}
