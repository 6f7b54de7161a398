import { type Answer, NO_ANSWER, parsed, sendByRequest } from '../browser-request.ts';
import type { RingbinderClient } from '../client.ts';
import { errorOf, RingbinderError } from '../errors.ts';
import type { UploadedFile } from '../upload.ts';
import { metadataOf, type UploadSource } from './source.ts';

export interface UploadPosition {
  offset: number;
  /** Null until the upload is complete. */
  fileId: string | null;
}

export interface UploadRequests {
  create(source: Omit<UploadSource, 'read'>, key: string, signal?: AbortSignal): Promise<string>;
  /** Resolves with undefined if the upload expired or was deleted. */
  position(id: string, signal: AbortSignal): Promise<UploadPosition | undefined>;
  send(
    id: string,
    chunk: { offset: number; bytes: Blob | null; length?: number },
    progress: (sent: number) => void,
    signal: AbortSignal,
  ): Promise<UploadPosition>;
  result(id: string, signal: AbortSignal): Promise<UploadedFile>;
  maxBytes(): Promise<number | undefined>;
  end(id: string, signal?: AbortSignal): Promise<void>;
}

type Upload = {
  status: 'under_way' | 'completed' | 'refused';
  file_id: string | null;
  refusal: { code: string; message: string } | null;
  updated_time: number;
};

const TUS = { 'tus-resumable': '1.0.0' };

export function uploadRequests(client: RingbinderClient, binderId: string): UploadRequests {
  const uploads = `${client.baseUrl}/${encodeURIComponent(binderId)}/uploads`;

  async function call(send: (headers: Record<string, string>) => Promise<Answer>): Promise<Answer> {
    const token = await client.token();
    const answer = await send({ authorization: `Bearer ${token}` });
    if (answer.status !== 401) return answer;
    const other = await client.token(token);
    return other === token ? answer : send({ authorization: `Bearer ${other}` });
  }
  const sendRequest = (method: string, url: string, headers: Record<string, string>, signal?: AbortSignal) =>
    call((credentials) =>
      sendByFetch(client, method, url, { ...TUS, ...credentials, ...headers }, null, signal),
    );

  async function read(id: string, signal: AbortSignal): Promise<Upload> {
    const { upload } = JSON.parse(accepted(await sendRequest('GET', `${uploads}/${id}`, {}, signal)).text)
      .data as {
      upload: Upload;
    };
    const { refusal } = upload;
    if (refusal) throw new RingbinderError(refusal.message, { status: 400, code: refusal.code });
    return upload;
  }

  return {
    async create(source, key, signal) {
      const length: Record<string, string> =
        source.size === undefined ? { 'upload-defer-length': '1' } : { 'upload-length': String(source.size) };
      const headers = { ...length, 'upload-metadata': metadataOf(source), 'idempotency-key': key };
      const location = accepted(await sendRequest('POST', uploads, headers, signal)).header('location') ?? '';
      return location.slice(location.lastIndexOf('/') + 1);
    },
    async position(id, signal) {
      const answer = await sendRequest('HEAD', `${uploads}/${id}`, {}, signal);
      if (answer.status === 404) return undefined;
      // A HEAD response has no body, so read the error with GET.
      if (answer.status === 400 || answer.status === 413) await read(id, signal);
      return positionOf(accepted(answer));
    },
    async send(id, { offset, bytes, length }, progress, signal) {
      const headers = {
        ...TUS,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
        ...(length === undefined ? {} : { 'upload-length': String(length) }),
      };
      const body = bytes ?? new Blob([]);
      const url = `${uploads}/${id}`;
      const answer = await call((credentials) =>
        sendByRequest
          ? sendByRequest({
              method: 'PATCH',
              url,
              headers: { ...headers, ...credentials },
              body,
              onProgress: progress,
              signal,
            })
          : sendByFetch(client, 'PATCH', url, { ...headers, ...credentials }, body, signal),
      );
      return positionOf(accepted(answer));
    },
    async result(id, signal) {
      const { file_id, updated_time } = await read(id, signal);
      return { file_id: file_id ?? '', created_time: updated_time, updated_time };
    },
    async maxBytes() {
      const maxSize = accepted(await sendRequest('OPTIONS', uploads, {})).header('tus-max-size');
      return maxSize === null ? undefined : Number(maxSize);
    },
    async end(id, signal) {
      const answer = await sendRequest('DELETE', `${uploads}/${id}`, {}, signal);
      if (answer.status !== 404) accepted(answer);
    },
  };
}

function positionOf(answer: Answer): UploadPosition {
  return {
    offset: Number(answer.header('upload-offset')),
    fileId: answer.header('ringbinder-file-id'),
  };
}

function accepted(answer: Answer): Answer {
  if (answer.status >= 200 && answer.status < 300) return answer;
  const seconds = Number(answer.header('retry-after'));
  throw new UploadFailure(errorOf(answer.status, parsed(answer.text)), seconds > 0 ? seconds * 1000 : 0);
}

export class UploadFailure extends Error {
  readonly error: RingbinderError;
  readonly retryAfterMs: number;
  constructor(error: RingbinderError, retryAfterMs: number) {
    super(error.message);
    this.error = error;
    this.retryAfterMs = retryAfterMs;
  }
}

async function sendByFetch(
  client: RingbinderClient,
  method: string,
  url: string,
  headers: Record<string, string>,
  body: Blob | null,
  signal?: AbortSignal,
): Promise<Answer> {
  try {
    const response = await client.fetch(url, { method, headers, body, ...(signal ? { signal } : {}) });
    const text = await response.text();
    return { status: response.status, header: (name) => response.headers.get(name), text };
  } catch (cause) {
    if (signal?.aborted) throw cause;
    return NO_ANSWER;
  }
}
