import type { FormField, FormValue } from '../../form.ts';
import { missingCharacters } from './font.ts';

const MAX_LISTED = 10;

export function problemOf(field: FormField, value: FormValue): string | undefined {
  if (field.is_read_only) return 'is read-only';
  switch (field.type) {
    case 'checkbox':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'text':
      return typeof value === 'string' ? textProblem(field, value) : 'must be a text';
    case 'radio':
    case 'choice':
      return choiceProblem(field, value);
  }
}

function textProblem({ max_length, is_multiline }: FormField, value: string): string | undefined {
  if (max_length !== undefined && value.length > max_length)
    return `must have at most ${max_length} characters, and has ${value.length}`;
  if (!is_multiline && /[\r\n]/.test(value)) return 'must be one line';
  return letterProblem(value);
}

function letterProblem(value: string): string | undefined {
  const missing = missingCharacters(value);
  if (missing.length === 0) return;
  return `has characters that cannot be written into a PDF, because the server has no font for them: ${missing.join(' ')}`;
}

function choiceProblem(field: FormField, value: FormValue): string | undefined {
  if (typeof value === 'boolean') return 'must be one of its options';
  if (Array.isArray(value) && !field.is_multiple) return 'must be one option, not several';
  const known = field.options?.map((option) => option.value) ?? [];
  const given = Array.isArray(value) ? value : [value];
  const other = given.find((each) => each !== '' && !known.includes(each));
  if (other !== undefined && field.allows_other) return textProblem(field, other);
  if (other !== undefined) {
    const more = known.length > MAX_LISTED ? ', …' : '';
    return `must be one of ${known.slice(0, MAX_LISTED).join(', ')}${more}`;
  }
  if (field.type === 'radio') return;
  const labels = field.options?.filter((option) => given.includes(option.value)) ?? [];
  return letterProblem(labels.map(({ label }) => label).join(''));
}
