import { text as common } from '../strings/common.ts';
import { fieldProblems as text } from '../strings/messages/field-problems.ts';

type ValidatedField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export function invalidForm(form: HTMLFormElement, problems: Readonly<Record<string, string>> = {}): Error {
  const fields = { ...problems };
  for (const field of form.querySelectorAll<ValidatedField>(':is(input, select, textarea):invalid'))
    fields[field.name] ??= problemOf(field);
  return Object.assign(new Error(common.refused), { fields });
}

function problemOf(field: ValidatedField): string {
  const { type, validity } = field;
  if (type === 'number') return numberProblemOf(field as HTMLInputElement);
  if (validity.customError) return field.validationMessage;
  if (validity.typeMismatch) return type === 'url' ? text.url : text.email;
  if (!validity.valueMissing) return text.other;
  return type === 'file' ? text.file : type === 'select-one' ? text.choose : text.missing;
}

function numberProblemOf({ min, max, validity }: HTMLInputElement): string {
  if (validity.rangeUnderflow) return text.atLeast(min);
  if (validity.rangeOverflow) return text.atMost(max);
  return validity.stepMismatch ? text.wholeNumber : text.number;
}
