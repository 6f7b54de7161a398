import { backoffMs } from '../backoff.ts';
import type { RingbinderClient } from '../client.ts';
import { RingbinderError } from '../errors.ts';
import type { UploadedFile } from '../upload.ts';
import { pauseForNetwork } from './pause.ts';
import { UploadFailure, type UploadPosition, uploadRequests } from './requests.ts';
import { sourceOf, type UploadSource } from './source.ts';

export interface ResumableUploadOptions {
  /** If this upload no longer exists, a new one is created. */
  uploadId?: string;
  /** Calls with the same key create a single upload. Default: a new key per call. */
  idempotencyKey?: string;
  onBegin?: (uploadId: string) => void | Promise<void>;
  onProgress?: (sent: number, total: number | undefined) => void;
  onWaiting?: (isWaiting: boolean) => void;
  /** The server keeps the received bytes, so you can resume. */
  signal?: AbortSignal;
  /** Default: 8 MiB. */
  chunkBytes?: number;
  /**
   * Consecutive failures without progress after which the upload fails. The default, 12, takes 90 seconds on
   * average.
   */
  attempts?: number;
}

const CHUNK_BYTES = 8 * 1024 ** 2;
const ATTEMPTS = 12;
const PASSING = new Set([0, 401, 409, 429, 502, 503, 504]);

/**
 * Resumes after a lost connection or server restart, and with `uploadId` after a reload. Rejects with
 * RingbinderError, the signal's reason, or an error of the source.
 */
export async function uploadResumable(
  client: RingbinderClient,
  binderId: string,
  file: File | UploadSource,
  options: ResumableUploadOptions = {},
): Promise<UploadedFile> {
  const source = 'read' in file ? file : sourceOf(file);
  const { onWaiting, attempts = ATTEMPTS, signal = new AbortController().signal } = options;
  const transfer = createTransfer(client, binderId, source, { ...options, signal });
  let best = 0;
  let failures = 0;
  let isWaiting = false;
  for (;;) {
    try {
      signal.throwIfAborted();
      return await transfer.run(() => {
        if (isWaiting) onWaiting?.(false);
        isWaiting = false;
      });
    } catch (cause) {
      if (signal.aborted) throw signal.reason;
      const { error, retryAfterMs } = asFailure(cause);
      if (transfer.sent() > best) failures = 0;
      best = Math.max(best, transfer.sent());
      if (!PASSING.has(error.status) || ++failures >= attempts) throw error;
      isWaiting = true;
      onWaiting?.(true);
      await pauseForNetwork(Math.max(retryAfterMs, backoffMs(failures - 1, Math.random)), signal);
    }
  }
}

/** Ignores an unknown id. Rejects with RingbinderError. */
export async function endUpload(client: RingbinderClient, binderId: string, uploadId: string): Promise<void> {
  await uploadRequests(client, binderId)
    .end(uploadId)
    .catch((cause: unknown) => {
      throw asFailure(cause).error;
    });
}

type TransferOptions = ResumableUploadOptions & { signal: AbortSignal };

function createTransfer(
  client: RingbinderClient,
  binderId: string,
  source: UploadSource,
  {
    uploadId,
    idempotencyKey: key = crypto.randomUUID(),
    onBegin,
    onProgress,
    signal,
    chunkBytes = CHUNK_BYTES,
  }: TransferOptions,
) {
  const requests = uploadRequests(client, binderId);
  let id = uploadId;
  let sent = 0;
  const reportProgress = (bytes: number) => onProgress?.(bytes, source.size);

  async function locate(): Promise<{ id: string } & UploadPosition> {
    if (id !== undefined) {
      const position = await requests.position(id, signal);
      if (position) return { id, ...position };
      // The old key would return the id of the lost upload.
      id = undefined;
      key = crypto.randomUUID();
    }
    id = await requests.create(source, key, signal);
    await onBegin?.(id);
    return { id, offset: 0, fileId: null };
  }

  return {
    sent: () => sent,
    async run(answered: () => void): Promise<UploadedFile> {
      let position = await locate();
      answered();
      while (position.fileId === null) {
        const { offset } = position;
        sent = Math.max(sent, offset);
        reportProgress(offset);
        const bytes = await source.read(offset, chunkBytes, signal);
        signal.throwIfAborted();
        if (bytes === null && source.size !== undefined && offset < source.size)
          throw new Error(`the source ended after ${offset} bytes of ${source.size}`);
        const ends = bytes === null && source.size === undefined ? { length: offset } : {};
        const next = await requests.send(
          position.id,
          { offset, bytes, ...ends },
          (part) => reportProgress(offset + part),
          signal,
        );
        position = { ...position, ...next };
      }
      reportProgress(position.offset);
      return requests.result(position.id, signal);
    },
  };
}

function asFailure(cause: unknown): { error: RingbinderError; retryAfterMs: number } {
  if (cause instanceof UploadFailure) return cause;
  if (cause instanceof RingbinderError) return { error: cause, retryAfterMs: 0 };
  throw cause;
}
