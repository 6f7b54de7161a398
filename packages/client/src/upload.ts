import { type BrowserRequest, XMLHttpRequest } from './browser-request.ts';
import type { RingbinderClient } from './client.ts';
import { errorOf } from './errors.ts';
import type { operations } from './generated/api.ts';
import type { MessageToSend } from './types.ts';

export interface UploadedFile {
  file_id: string;
  created_time: number;
  updated_time: number;
}

export interface UploadOptions {
  onProgress?: (sent: number, total: number) => void;
  signal?: AbortSignal;
  /** Requests with the same key return the same file. Default: a new key per call. */
  idempotencyKey?: string;
}

const ATTEMPTS = 3;
const PASSING = new Set([0, 429, 502, 503, 504]);

/**
 * Uploads a file, from which the server creates pages. Retries temporary failures; the key prevents
 * duplicates. Rejects with RingbinderError, or with the signal's reason.
 */
export async function uploadFile(
  client: RingbinderClient,
  binderId: string,
  file: File,
  options: UploadOptions = {},
): Promise<UploadedFile> {
  const form = new FormData();
  form.append('file', file);
  return (await sendForm(
    client,
    `${encodeURIComponent(binderId)}/pageupload`,
    form,
    options,
  )) as UploadedFile;
}

export interface PostedWithFile {
  binder_comment_id: number;
  file_id?: string;
  created_time: number;
  seq: number;
}

/** Posts a file, a sound or both. Retries and rejects like `uploadFile`. */
export async function postWithFile(
  client: RingbinderClient,
  binderId: string,
  { body, file, audio }: { body: MessageToSend; file?: File; audio?: File },
  options: UploadOptions = {},
): Promise<PostedWithFile> {
  const form = new FormData();
  form.append('payload', JSON.stringify(body));
  if (file) form.append('file', file);
  if (audio) form.append('audio', audio);
  return (await sendForm(
    client,
    `${encodeURIComponent(binderId)}/messages`,
    form,
    options,
  )) as PostedWithFile;
}

export type ImportedBinder =
  operations['importBinder']['responses'][200]['content']['application/json']['data'];

/**
 * Imports a binder, which requires an admin of the org. Retries and rejects like `uploadFile`. Validation may
 * take minutes.
 */
export async function importBinder(
  client: Pick<RingbinderClient, 'baseUrl' | 'token'>,
  orgId: string,
  archive: File,
  options: UploadOptions = {},
): Promise<ImportedBinder> {
  const form = new FormData();
  form.append('file', archive);
  return (await sendForm(
    client,
    `orgs/${encodeURIComponent(orgId)}/binders/archive`,
    form,
    options,
  )) as ImportedBinder;
}

async function sendForm(
  client: Pick<RingbinderClient, 'baseUrl' | 'token'>,
  path: string,
  form: FormData,
  options: UploadOptions,
): Promise<unknown> {
  const url = `${client.baseUrl}/${path}`;
  const key = options.idempotencyKey ?? crypto.randomUUID();
  for (let attempt = 1; ; attempt++) {
    const headers = { authorization: `Bearer ${await client.token()}`, 'idempotency-key': key };
    const answer = await send(url, form, headers, options);
    if (answer.status === 200) return (answer.body as { data: unknown }).data;
    if (attempt >= ATTEMPTS || !PASSING.has(answer.status)) throw errorOf(answer.status, answer.body);
    await new Promise((resolve) => setTimeout(resolve, 500 * attempt));
  }
}

interface Answer {
  status: number;
  body: unknown;
}

function send(
  url: string,
  form: FormData,
  headers: Record<string, string>,
  options: UploadOptions,
): Promise<Answer> {
  return XMLHttpRequest
    ? sendByRequest(new XMLHttpRequest(), url, form, headers, options)
    : sendStream(url, form, headers, options);
}

function sendByRequest(
  request: BrowserRequest,
  url: string,
  form: FormData,
  headers: Record<string, string>,
  { onProgress, signal }: UploadOptions,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // If the signal aborts during the token request, no abort event follows.
    signal?.throwIfAborted();
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(loaded, total);
    request.onload = () => resolve({ status: request.status, body: parse(request.responseText) });
    request.onerror = () => resolve({ status: 0, body: { message: 'the server did not respond' } });
    request.onabort = () => reject(signal?.reason);
    signal?.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

async function sendStream(
  url: string,
  form: FormData,
  headers: Record<string, string>,
  { onProgress, signal }: UploadOptions,
): Promise<Answer> {
  const encoded = new Response(form);
  const total = (await encoded.clone().arrayBuffer()).byteLength;
  let sent = 0;
  const counted = encoded.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        sent += chunk.byteLength;
        onProgress?.(sent, total);
        controller.enqueue(chunk);
      },
    }),
  );
  const init = {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': encoded.headers.get('content-type') ?? '',
      'content-length': String(total),
    },
    body: counted ?? null,
    duplex: 'half',
    ...(signal ? { signal } : {}),
  };
  try {
    const response = await fetch(url, init as RequestInit);
    return { status: response.status, body: parse(await response.text()) };
  } catch (cause) {
    if (signal?.aborted) throw cause;
    return { status: 0, body: { message: 'the server did not respond' } };
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
