import type { Action, FileRequest } from '@ringbinder/protocol';
import { because, exceedsLimit, fieldError, invalid, preconditionFailed, withDetails } from '../../errors.ts';
import { type Delivered, deliveredOf } from './file-queries.ts';
import { MAX_REQUESTS } from './file-schema.ts';
import type { FormFieldInput } from './form-schema.ts';
import type { StepInput } from './schema.ts';

export function planFileRequests(
  {
    action_style = 'BUTTON',
    fields,
    file_requests,
  }: Pick<StepInput, 'action_style' | 'fields' | 'file_requests'>,
  path: string,
): readonly FileRequest[] | null {
  const isFileRequest = action_style.toUpperCase() === 'FILE_REQUEST';
  if (!isFileRequest && file_requests !== undefined)
    throw invalid(`${path}.file_requests`, 'needs the action_style FILE_REQUEST');
  if (action_style.toUpperCase() === 'FORM') return requestsOfForm(fields ?? [], path);
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

function requestsOfForm(fields: readonly FormFieldInput[], path: string): readonly FileRequest[] | null {
  const requests: FileRequest[] = [];
  for (const [
    index,
    { id, type, label, required, types, max_files = 1, max_size, help },
  ] of fields.entries()) {
    if (type !== 'file') continue;
    if (requests.length === MAX_REQUESTS)
      throw invalid(
        `${path}.fields[${index}].type`,
        `is file in more than ${MAX_REQUESTS} fields of the form`,
      );
    const limits = { ...(types && { types }), max_files, ...(max_size !== undefined && { max_size }) };
    requests.push({
      id,
      label,
      ...(required !== undefined && { required }),
      ...limits,
      ...(help !== undefined && { help }),
    });
  }
  return requests.length === 0 ? null : requests;
}

export function checkFile(
  { types, max_size = Number.POSITIVE_INFINITY }: FileRequest,
  { name, mimeType, size }: { name: string; mimeType: string; size: number },
): void {
  if (size > max_size)
    throw exceedsLimit(
      'file',
      withDetails(because('larger_than', { limit: max_size }), `has more than ${max_size} bytes`),
    );
  const isAccepted = (type: string) => {
    const accepted = type.toLowerCase();
    if (accepted.startsWith('.')) return name.toLowerCase().endsWith(accepted);
    return accepted.endsWith('/*') ? mimeType.startsWith(accepted.slice(0, -1)) : mimeType === accepted;
  };
  if (types && !types.some(isAccepted))
    throw invalid('file', because('file_wrong_type', { type: mimeType, types: types.join(', ') }));
}

export function checkDelivered(
  requests: readonly FileRequest[] | null,
  delivered: Delivered | null,
  { outcome }: Pick<Action, 'outcome'>,
): void {
  if (requests === null || outcome === 'rejected') return;
  const text = because('files_missing');
  const problems = requests
    .filter(({ id, required }) => required && deliveredOf(delivered, id).length === 0)
    .map(({ id, label }) => fieldError(`file_requests.${id}`, withDetails(text, `“${label}” needs a file`)));
  const message = `file request ${problems.map(({ message }) => message).join('; ')}`;
  if (problems.length > 0) throw preconditionFailed(withDetails(text, message), problems);
}
