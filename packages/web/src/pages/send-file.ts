import { endUpload, type RingbinderClient, uploadFile, uploadResumable } from '@ringbinder/client';
import { claimUpload, type StoredUpload, type StoredUploads } from './stored-uploads.ts';

/** Larger files use resumable uploads. */
export const LARGE_BYTES = 4 * 1024 ** 2;

export interface SendOptions {
  signal: AbortSignal;
  /** The fraction is from 0 to 1. */
  onProgress(fraction: number): void;
  /**
   * Called with true when the upload starts to wait for the network or the server, and with false when it
   * continues.
   */
  onWaiting(isWaiting: boolean): void;
}

export interface FileTransfer {
  readonly stored: Promise<boolean>;
  /** Sends the file, or the rest of an interrupted upload. Returns the file's id. Throws RingbinderError. */
  send(options: SendOptions): Promise<string>;
  /** Deletes the stored copy and a partial upload on the server. */
  end(): Promise<void>;
}

/** @param wasStored whether an earlier visit stored the upload */
export function createTransfer(
  client: RingbinderClient,
  store: StoredUploads,
  upload: StoredUpload,
  wasStored: boolean,
): FileTransfer {
  const { key, binderId, file } = upload;
  const ended = new AbortController();
  let { uploadId } = upload;

  async function storeCopy(): Promise<boolean> {
    if (wasStored || file.size < LARGE_BYTES) return wasStored;
    // If two tabs continued the same upload, the server would reject one.
    return (await claimUpload(key, ended.signal)) && (await store.add(upload));
  }
  const stored = storeCopy();

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
