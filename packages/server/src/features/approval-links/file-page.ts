import type { ApiError, FieldError } from '../../errors.ts';
import { html, type Markup, type Words } from '../../html/index.ts';
import type { readLinkedStep } from './answer.ts';

type LinkedRequests = NonNullable<Awaited<ReturnType<typeof readLinkedStep>>['step']['file_requests']>;

export type FileProblems = ReadonlyMap<string, string>;

export const uploadPath = (path: string) => `${path}/files`;

export const fileEntryName = (id: string) => `file.${id}`;

/** The server reads nothing after a rejected file, so the answers precede the files. */
export const fileFields = (
  { text }: Words,
  requests: LinkedRequests,
  path: string,
  { problems, isFixed }: { problems: FileProblems | undefined; isFixed: boolean },
): Markup[] =>
  requests.map(({ id, label, required, types, max_files, help, files }) => {
    const problem = problems?.get(id);
    const describedBy = [problem && `${id}-wrong`, help && `${id}-help`].filter(Boolean).join(' ');
    const names = files.map(({ name }) => `“${name}”`).join(', ');
    const attributes = html`id="${id}" name="${fileEntryName(id)}"${types && html` accept="${types.join(',')}"`}${describedBy !== '' && html` aria-describedby="${describedBy}"`}${problem && html` aria-invalid="true"`}`;
    const isFull = files.length >= (isFixed ? Number(required ?? false) : max_files);
    return html`<div class="field"><label for="${id}">${required ? label : text('page.optional_field', { label })}</label>
${names !== '' && html`<p class="notice">${text('page.uploaded_files', { names })}</p>`}
${!isFull && html`<input type="file" ${attributes}>`}
${problem && html`<p class="wrong" id="${id}-wrong">${problem}</p>`}${help && html`<p class="hint" id="${id}-help">${help}</p>`}</div>
${!isFull && html`<button class="button" type="submit" formenctype="multipart/form-data" formaction="${uploadPath(path)}?file_request=${encodeURIComponent(id)}">${text('page.upload_file')}</button>`}`;
  });

export const uploadProblem = ({ errors }: ApiError): FieldError | undefined =>
  errors?.find(({ path }) => path === 'file' || path === 'file_request');

export const unsentFiles = (
  { text }: Words,
  requests: LinkedRequests | undefined,
  entryOf: (name: string) => string | null,
): FileProblems =>
  new Map(
    requests
      ?.filter(({ id }) => entryOf(fileEntryName(id)))
      .map(({ id }) => [id, text('page.upload_file')] as const),
  );
