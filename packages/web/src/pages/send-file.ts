import { endUpload, type RingbinderClient, uploadFile, uploadResumable } from '@ringbinder/client';
import { claimUpload, type StoredUpload, type StoredUploads } from './stored-uploads.ts';

/** Larger files use resumable uploads. */
export const LARGE_BYTES = 4 * 1024 ** 2;

export interface SendOptions {
  signal: AbortSignal;
  /** 0 to 1. */
  onProgress(part: number): void;
  /** Called when the connection is lost (true) or restored (false). */
  onWaiting(isWaiting: boolean): void;
}

export interface FileTransfer {
  /** Whether the upload survives closing the tab. */
  readonly stored: Promise<boolean>;
  /** Sends the file or the rest of it, and returns the file's id. Throws RingbinderError. */
  send(options: SendOptions): Promise<string>;
  /** Removes the stored upload, and an unfinished one on the server. */
  end(): Promise<void>;
}

/** Sends small files in one request, and large ones resumably with a stored copy. */
export function createTransfer(
  client: RingbinderClient,
  store: StoredUploads,
  upload: StoredUpload,
  isStored: boolean,
): FileTransfer {
  const { key, binderId, file } = upload;
  const ended = new AbortController();
  let { uploadId } = upload;

  async function keep(): Promise<boolean> {
    if (isStored || file.size < LARGE_BYTES) return isStored;
    // Two tabs with one upload would reject each other's bytes.
    return (await claimUpload(key, ended.signal)) && (await store.add(upload));
  }
  const stored = keep();

  return {
    stored,
    async send({ signal, onProgress, onWaiting }) {
      const progress = (sent: number, total = file.size) => onProgress(total === 0 ? 1 : sent / total);
      if (file.size < LARGE_BYTES) {
        const options = { signal, idempotencyKey: key, onProgress: progress };
        return (await uploadFile(client, binderId, file, options)).file_id;
      }
      const { file_id } = await uploadResumable(client, binderId, file, {
        signal,
        onProgress: progress,
        onWaiting,
        attempts: Number.POSITIVE_INFINITY,
        ...(uploadId === undefined ? {} : { uploadId }),
        onBegin(id) {
          uploadId = id;
          stored.then((isSafe) => (isSafe ? store.begun(key, id) : undefined));
        },
      });
      uploadId = undefined;
      return file_id;
    },
    async end() {
      await stored;
      await store.remove(key);
      ended.abort();
      if (uploadId !== undefined) await endUpload(client, binderId, uploadId).catch(() => {});
    },
  };
}
