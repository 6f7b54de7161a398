import type { FormField } from '@ringbinder/protocol';
import { decimalsOf } from '@ringbinder/protocol/form-answers.ts';
import { RE2JS } from 're2js';
import { because, invalid, withDetails } from '../../errors.ts';
import { isDate } from '../../time/calendar-date.ts';
import { type FormFieldInput, MAX_ANSWER_LENGTH } from './form-schema.ts';
import type { StepInput } from './schema.ts';

/** With MAX_PROGRAM, limits a match to about 50 ms. */
export const MAX_MATCHED_LENGTH = 1_000;
/** In instructions of the compiled pattern. */
const MAX_PROGRAM = 1_000;

export function planPages(
  { action_style = 'BUTTON', pages }: Pick<StepInput, 'action_style' | 'pages'>,
  path: string,
): readonly number[] | null {
  const isAcknowledgement = action_style.toUpperCase() === 'ACKNOWLEDGE';
  if (isAcknowledgement && pages === undefined)
    throw invalid(`${path}.pages`, 'is required with the action_style ACKNOWLEDGE');
  if (!isAcknowledgement && pages !== undefined)
    throw invalid(`${path}.pages`, 'needs the action_style ACKNOWLEDGE');
  return pages ?? null;
}

export function planFields(
  { action_style = 'BUTTON', fields }: Pick<StepInput, 'action_style' | 'fields'>,
  path: string,
): readonly FormField[] | null {
  const isForm = action_style.toUpperCase() === 'FORM';
  if (!isForm && fields !== undefined) throw invalid(`${path}.fields`, 'needs the action_style FORM');
  if (!isForm) return null;
  if (fields === undefined) throw invalid(`${path}.fields`, 'is required with the action_style FORM');
  const ids = new Set<string>();
  for (const [index, field] of fields.entries()) {
    const fieldPath = `${path}.fields[${index}]`;
    if (ids.has(field.id)) throw invalid(`${fieldPath}.id`, 'is the id of another field of the step');
    ids.add(field.id);
    checkField(field, fieldPath);
  }
  return fields;
}

const FILE_LIMITS = ['types', 'max_files', 'max_size'] as const;

function checkField(field: FormFieldInput, path: string): void {
  const { type, pattern, options, currency } = field;
  requireOnlyFor('choice', type, options, `${path}.options`);
  requireOnlyFor('money', type, currency, `${path}.currency`);
  if (pattern !== undefined) {
    if (type !== 'text') throw invalid(`${path}.pattern`, 'is only for a field of the type text');
    checkPattern(pattern, `${path}.pattern`);
  }
  for (const limit of FILE_LIMITS)
    if (field[limit] !== undefined && type !== 'file')
      throw invalid(`${path}.${limit}`, 'is only for a field of the type file');
  if (currency !== undefined && !Intl.supportedValuesOf('currency').includes(currency))
    throw invalid(`${path}.currency`, because('currency_unknown'));
  for (const limit of ['min', 'max'] as const) checkLimit(field, limit, `${path}.${limit}`);
  const { min, max } = field;
  if (min !== undefined && max !== undefined && min > max)
    throw invalid(`${path}.max`, because('range_reversed', { min }));
}

function requireOnlyFor(
  type: FormField['type'],
  actual: FormField['type'],
  value: unknown,
  path: string,
): void {
  if (actual === type && value === undefined) throw invalid(path, `is required for the type ${type}`);
  if (actual !== type && value !== undefined) throw invalid(path, `is only for a field of the type ${type}`);
}

function checkPattern(pattern: string, path: string): void {
  let size: number;
  try {
    size = RE2JS.compile(pattern).programSize();
  } catch (error) {
    throw invalid(
      path,
      withDetails(because('pattern_broken'), `is not a regular expression of RE2: ${reasonOf(error)}`),
    );
  }
  if (size > MAX_PROGRAM) throw invalid(path, 'is too large: use smaller numbers of repetitions');
}

const reasonOf = (error: unknown) => (error as Error).message.replace('error parsing regexp: ', '');

function checkLimit(field: FormFieldInput, limit: 'min' | 'max', path: string): void {
  const value = field[limit];
  if (value === undefined) return;
  switch (field.type) {
    case 'text':
      if (!Number.isInteger(value) || Number(value) < 0 || Number(value) > MAX_ANSWER_LENGTH)
        throw invalid(path, `must be a number of characters, at most ${MAX_ANSWER_LENGTH}`);
      return;
    case 'number':
    case 'money':
      if (typeof value !== 'number') throw invalid(path, because('answer_number'));
      return;
    case 'date':
      if (typeof value !== 'string' || !isDate(value)) throw invalid(path, because('answer_date'));
      return;
    case 'choice':
    case 'checkbox':
    case 'file':
      throw invalid(path, `is not for a field of the type ${field.type}`);
  }
}

export function amountPattern(currency: string): RegExp {
  const decimals = decimalsOf(currency);
  return new RegExp(`^-?\\d{1,15}${decimals > 0 ? `(\\.\\d{1,${decimals}})?` : ''}$`);
}
