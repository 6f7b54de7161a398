import { backoffMs } from './backoff.ts';
import { parsed, sendByRequest } from './browser-request.ts';
import type { RingbinderClient } from './client.ts';
import { errorOf, RingbinderError } from './errors.ts';
import type { operations } from './generated/api.ts';
import { pauseForNetwork } from './resumable-upload/pause.ts';
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
  /** Default: 3. */
  attempts?: number;
  onWaiting?: (isWaiting: boolean) => void;
}

const ATTEMPTS = 3;
const PASSING = new Set([0, 429, 502, 503, 504]);

/** The server creates pages from the file. Rejects with RingbinderError, or with the signal's reason. */
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

/** Rejects like `uploadFile`. */
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

/** The token's user must be an admin of the org. Validation may take minutes. Rejects like `uploadFile`. */
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
  const {
    idempotencyKey: key = crypto.randomUUID(),
    attempts = ATTEMPTS,
    signal = new AbortController().signal,
    onWaiting,
    onProgress = () => undefined,
  } = options;
  for (let attempt = 1; ; attempt++) {
    try {
      const headers = { authorization: `Bearer ${await client.token()}`, 'idempotency-key': key };
      const { status, text } = sendByRequest
        ? await sendByRequest({ method: 'POST', url, headers, body: form, onProgress, signal })
        : // Browsers never load this module.
          await (await import('./upload-stream.ts')).sendStream(url, form, headers, onProgress, signal);
      const body = parsed(text);
      if (status === 200) return (body as { data: unknown }).data;
      throw errorOf(status, body);
    } catch (error) {
      if (attempt >= attempts || !(error instanceof RingbinderError && PASSING.has(error.status)))
        throw error;
    }
    onWaiting?.(true);
    await pauseForNetwork(backoffMs(attempt, Math.random), signal);
    signal.throwIfAborted();
    onWaiting?.(false);
  }
}
