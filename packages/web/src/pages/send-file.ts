import { endUpload, type RingbinderClient, uploadResumable } from '@ringbinder/client';
import type { StoredUpload, StoredUploads } from './stored-uploads.ts';

export interface SendOptions {
  signal: AbortSignal;
  onProgress(fraction: number): void;
  onWaiting(isWaiting: boolean): void;
}

export interface FileTransfer {
  readonly stored: Promise<boolean>;
  /** Throws RingbinderError. */
  send(options: SendOptions): Promise<string>;
  end(): Promise<void>;
}

/** @param wasStored true if the upload began in an earlier visit */
export function createTransfer(
  client: RingbinderClient,
  store: StoredUploads,
  upload: StoredUpload,
  wasStored: boolean,
): FileTransfer {
  const { key, binderId, file } = upload;
  const ended = new AbortController();
  let { uploadId } = upload;
  let idempotencyKey = key;
  const stored = wasStored ? Promise.resolve(true) : store.add(upload, ended.signal);

  return {
    stored,
    async send({ signal, onProgress, onWaiting }) {
      try {
        const { file_id } = await uploadResumable(client, binderId, file, {
          signal,
          onProgress: (sent, total = file.size) => onProgress(total === 0 ? 1 : sent / total),
          onWaiting,
          attempts: Number.POSITIVE_INFINITY,
          idempotencyKey,
          ...(uploadId === undefined ? {} : { uploadId }),
          onBegin(id) {
            uploadId = id;
            stored.then((isSafe) => (isSafe ? store.begun(key, id) : undefined));
          },
        });
        uploadId = undefined;
        return file_id;
      } catch (error) {
        // A retry of a refused upload must be a new upload.
        if (!signal.aborted) {
          uploadId = undefined;
          idempotencyKey = crypto.randomUUID();
        }
        throw error;
      }
    },
    async end() {
      await stored;
      await store.remove(key);
      ended.abort();
      if (uploadId !== undefined) await endUpload(client, binderId, uploadId).catch(() => {});
    },
  };
}
