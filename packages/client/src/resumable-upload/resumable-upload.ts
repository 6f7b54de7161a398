import { backoffMs } from '../backoff.ts';
import type { RingbinderClient } from '../client.ts';
import { RingbinderError } from '../errors.ts';
import type { UploadedFile } from '../upload.ts';
import { pauseForNetwork } from './pause.ts';
import { UploadFailure, type UploadPosition, uploadRequests } from './requests.ts';
import { sourceOf, type UploadSource } from './source.ts';

/** How an upload goes on that can be resumed. */
export interface ResumableUploadOptions {
  /** The id of an upload that was begun. When the server has forgotten it, another one is begun. */
  uploadId?: string;
  /** Told of the id when an upload is begun, before any byte is sent: whoever keeps it can go on later. */
  onBegin?: (uploadId: string) => void | Promise<void>;
  /** Told of the bytes that were handed to the network so far, and of all where their number is known. */
  onProgress?: (sent: number, total: number | undefined) => void;
  /** Told with true when it waits for a connection or for the server, with false when it goes on. */
  onWaiting?: (isWaiting: boolean) => void;
  /** Stops it. What has come stays with the server, and can be gone on with. */
  signal?: AbortSignal;
  /** How much is sent with one request. Default: 8 MiB. */
  chunkBytes?: number;
  /** How often in a row it is tried without a byte more. Default: 12, some two minutes; Infinity goes on until it is stopped. */
  attempts?: number;
}

const CHUNK_BYTES = 8 * 1024 ** 2;
const ATTEMPTS = 12;
const PASSING = new Set([0, 401, 409, 429, 502, 503, 504]);

/**
 * Uploads a file, or what is still being made, in pieces, and makes pages of it when all has come. Goes on where it stopped
 * after a lost connection, a restart of the server, or a reload (with `uploadId`). Throws RingbinderError when it is refused
 * or no answer comes for too long, the reason of the signal when that aborts.
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
  for (;;) {
    try {
      signal.throwIfAborted();
      return await transfer.run(() => {
        if (failures > 0) onWaiting?.(false);
        failures = 0;
      });
    } catch (cause) {
      if (signal.aborted) throw signal.reason;
      const { error, retryAfterMs } = asFailure(cause);
      if (transfer.sent() > best) failures = 0;
      best = Math.max(best, transfer.sent());
      if (!PASSING.has(error.status) || ++failures >= attempts) throw error;
      onWaiting?.(true);
      await pauseForNetwork(Math.max(retryAfterMs, backoffMs(failures - 1, Math.random)), signal);
    }
  }
}

/** Ends an upload that was begun, and removes what has come. Harmless for one that is forgotten. Throws RingbinderError. */
export async function endUpload(client: RingbinderClient, binderId: string, uploadId: string): Promise<void> {
  await uploadRequests(client, binderId)
    .end(uploadId)
    .catch((cause: unknown) => {
      throw asFailure(cause).error;
    });
}

type TransferOptions = ResumableUploadOptions & { signal: AbortSignal };

/** The way of the bytes: `run` goes from wherever the upload stands to its end, or to the first failure. */
function createTransfer(
  client: RingbinderClient,
  binderId: string,
  source: UploadSource,
  { uploadId, onBegin, onProgress, signal, chunkBytes = CHUNK_BYTES }: TransferOptions,
) {
  const requests = uploadRequests(client, binderId);
  let id = uploadId;
  // The creation is asked for again with the same key until it is answered.
  let key = crypto.randomUUID();
  let sent = 0;
  const tell = (bytes: number) => onProgress?.(bytes, source.size);

  async function locate(): Promise<{ id: string } & UploadPosition> {
    const known = id === undefined ? undefined : await requests.position(id, signal);
    if (id !== undefined && known) return { id, ...known };
    const begun = await requests.create(source, key, signal);
    key = crypto.randomUUID();
    id = begun;
    await onBegin?.(begun);
    return { id: begun, offset: 0, fileId: null };
  }

  return {
    /** How far it came at the most. */
    sent: () => sent,
    async run(answered: () => void): Promise<UploadedFile> {
      let position = await locate();
      while (position.fileId === null) {
        answered();
        const { offset } = position;
        sent = Math.max(sent, offset);
        tell(offset);
        const bytes = await source.read(offset, chunkBytes, signal);
        signal.throwIfAborted();
        if (bytes === null && source.size !== undefined && offset < source.size)
          throw new Error(`the source ended after ${offset} bytes of ${source.size}`);
        const ends = bytes === null && source.size === undefined ? { length: offset } : {};
        const next = await requests.send(
          position.id,
          { offset, bytes, ...ends },
          (part) => tell(offset + part),
          signal,
        );
        position = { ...position, ...next };
      }
      tell(position.offset);
      return requests.result(position.id, signal);
    },
  };
}

function asFailure(cause: unknown): { error: RingbinderError; retryAfterMs: number } {
  if (cause instanceof UploadFailure) return cause;
  if (cause instanceof RingbinderError) return { error: cause, retryAfterMs: 0 };
  throw cause;
}
