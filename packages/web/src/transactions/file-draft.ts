import type { FileRequest } from '@ringbinder/protocol';
import { fileRequests as words } from '../strings/messages/file-requests.ts';
import { idsOf } from './draft-ids.ts';

export interface DraftFile {
  key: number;
  label: string;
  help: string;
  isRequired: boolean;
  /** Comma-separated. Empty if any type is allowed. */
  types: string;
  max: number;
  id?: string;
  extra?: Partial<FileRequest>;
}

export const MAX_REQUESTS = 20;

let lastKey = 0;

export const draftFile = (): DraftFile => ({
  key: ++lastKey,
  label: '',
  help: '',
  isRequired: true,
  types: '',
  max: 1,
});

export function filesIn(files: readonly DraftFile[]): {
  action_style?: 'FILE_REQUEST';
  file_requests?: FileRequest[];
} {
  if (files.length === 0) return {};
  const ids = idsOf(files, 'file');
  return {
    action_style: 'FILE_REQUEST',
    file_requests: files.map(({ label, help, isRequired, types, max, extra }, index) => ({
      ...extra,
      id: ids[index] ?? '',
      label: label.trim(),
      max_files: max,
      ...(isRequired && { required: true }),
      ...(help.trim() && { help: help.trim() }),
      ...(types && { types: types.split(',') }),
    })),
  };
}

export function missingInFiles(files: readonly DraftFile[], path: string): Record<string, string> {
  const unnamed = [...files.keys()].filter((index) => files[index]?.label.trim() === '');
  return Object.fromEntries(unnamed.map((index) => [`${path}.file_requests[${index}].label`, words.noLabel]));
}
