import type { Action, FileRequest } from '@ringbinder/protocol';
import { invalid, preconditionFailed } from '../../errors.ts';
import type { StepInput } from './schema.ts';

/** Of a step that asks for no files, null. Throws a 400 naming the field. */
export function planFileRequests(
  { action_style = 'BUTTON', file_requests }: Pick<StepInput, 'action_style' | 'file_requests'>,
  path: string,
): readonly FileRequest[] | null {
  const isFileRequest = action_style.toUpperCase() === 'FILE_REQUEST';
  if (!isFileRequest && file_requests !== undefined)
    throw invalid(`${path}.file_requests`, 'needs the action_style FILE_REQUEST');
  if (!isFileRequest) return null;
  if (file_requests === undefined)
    throw invalid(`${path}.file_requests`, 'is required with the action_style FILE_REQUEST');
  const ids = new Set<string>();
  return file_requests.map(({ max_files = 1, ...request }, index) => {
    if (ids.has(request.id))
      throw invalid(`${path}.file_requests[${index}].id`, 'is the id of another file request of the step');
    ids.add(request.id);
    return { ...request, max_files };
  });
}

/** Throws a 400 for a file of another type than the request accepts. */
export function checkFileType(
  { types }: FileRequest,
  { name, mimeType }: { name: string; mimeType: string },
): void {
  const isAccepted = (type: string) => {
    const accepted = type.toLowerCase();
    if (accepted.startsWith('.')) return name.toLowerCase().endsWith(accepted);
    return accepted.endsWith('/*') ? mimeType.startsWith(accepted.slice(0, -1)) : mimeType === accepted;
  };
  if (types && !types.some(isAccepted))
    throw invalid('file', `is ${mimeType}, and must be one of: ${types.join(', ')}`);
}

/** Throws precondition failed naming each required request without a file. A button that rejects needs none. */
export function checkDelivered(
  requests: readonly FileRequest[] | null,
  delivered: Readonly<Record<string, number>> | null,
  { outcome }: Pick<Action, 'outcome'>,
): void {
  if (requests === null || outcome === 'rejected') return;
  const problems = requests
    .filter(({ id, required }) => required && !delivered?.[id])
    .map(({ id, label }) => ({ path: `file_requests.${id}`, message: `“${label}” needs a file` }));
  if (problems.length > 0)
    throw preconditionFailed(`file request ${problems.map(({ message }) => message).join('; ')}`, problems);
}
