import type { FormField } from '@ringbinder/protocol';
import { formBuilder as words } from '../strings/messages/form-builder.ts';
import { idsOf } from './draft-ids.ts';

export interface DraftField {
  key: number;
  type: FormField['type'];
  label: string;
  help: string;
  isRequired: boolean;
  options: string;
  currency: string;
  fileTypes: string;
  maxFiles: number;
  id?: string;
  extra?: Partial<FormField>;
}

export const MAX_FIELDS = 50;

let lastKey = 0;

export const draftField = (): DraftField => ({
  key: ++lastKey,
  type: 'text',
  label: '',
  help: '',
  isRequired: true,
  options: '',
  currency: 'EUR',
  fileTypes: '',
  maxFiles: 1,
});

const optionsIn = ({ options }: DraftField) => [
  ...new Set(
    options
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

export function formIn(fields: readonly DraftField[]): { action_style?: 'FORM'; fields?: FormField[] } {
  if (fields.length === 0) return {};
  const ids = idsOf(fields, 'field');
  return {
    action_style: 'FORM',
    fields: fields.map((field, index) => ({
      // The limits of one type are invalid for another.
      ...(field.extra?.type === field.type && field.extra),
      id: ids[index] ?? '',
      type: field.type,
      label: field.label.trim(),
      ...(field.isRequired && { required: true }),
      ...(field.help.trim() && { help: field.help.trim() }),
      ...(field.type === 'choice' && { options: optionsIn(field) }),
      ...(field.type === 'file' && {
        max_files: field.maxFiles,
        ...(field.fileTypes && { types: field.fileTypes.split(',') }),
      }),
      ...(field.type === 'money' && { currency: field.currency.trim().toUpperCase() }),
    })),
  };
}

export function missingInForm(fields: readonly DraftField[], path: string): Record<string, string> {
  const missing: Record<string, string> = {};
  for (const [index, field] of fields.entries()) {
    if (field.label.trim() === '') missing[`${path}.fields[${index}].label`] = words.noLabel;
    if (field.type === 'choice' && optionsIn(field).length === 0)
      missing[`${path}.fields[${index}].options`] = words.noOptions;
  }
  return missing;
}
