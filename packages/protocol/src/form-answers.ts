import type { FormField } from './resources/form.ts';

export const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

export type EnteredAnswers = Record<string, string | number | boolean>;

export const isEntered = ({ type }: Pick<FormField, 'type'>): boolean => type !== 'file';

/** @param entryOf returns the entry of a field, or null for an unticked checkbox */
export function answersOf(
  fields: readonly Pick<FormField, 'id' | 'type'>[],
  entryOf: (id: string) => string | null | undefined,
): EnteredAnswers {
  const answers: EnteredAnswers = {};
  for (const { id, type } of fields.filter(isEntered)) {
    const value = entryOf(id)?.trim() ?? '';
    if (type === 'checkbox') answers[id] = value !== '';
    else if (value !== '') answers[id] = type === 'number' ? (numberOf(value) ?? value) : value;
  }
  return answers;
}

function numberOf(text: string): number | undefined {
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}
