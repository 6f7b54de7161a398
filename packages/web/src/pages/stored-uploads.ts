/** A stored upload of a large file, resumable after the tab was closed. */
export interface StoredUpload {
  key: string;
  binderId: string;
  /** A copy that is independent of the file on disk. */
  file: File;
  /** The server's id, once the upload was created. */
  uploadId?: string;
  /** Milliseconds since 1970. */
  addedAt: number;
}

/** A user's stored uploads in this browser. Does nothing without storage. */
export interface StoredUploads {
  /** Returns false without storage, or if it is full. */
  add(upload: StoredUpload): Promise<boolean>;
  begun(key: string, uploadId: string): Promise<void>;
  remove(key: string): Promise<void>;
  /** Uploads of earlier visits, oldest first. Removes those that expired on the server. */
  list(): Promise<StoredUpload[]>;
}

const STORE = 'uploads';
/** Maximum size of all files together, besides the browser's own limit. */
const MAX_BYTES = 2 * 1024 ** 3;
/** The server retains partial uploads for 7 days. */
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Stores files in IndexedDB, where all browsers keep the bytes of a File. The origin private file system needs a worker
 * in Safari, and file handles are limited to Chromium and prompt at each visit.
 */
export function openStoredUploads(name: string): StoredUploads {
  let opened: Promise<IDBDatabase> | undefined;

  async function inStore<T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> {
    opened ??= open(name, () => {
      opened = undefined;
    });
    const transaction = (await opened).transaction(STORE, mode);
    const request = work(transaction.objectStore(STORE));
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    return request.result;
  }
  const all = (): Promise<StoredUpload[]> => inStore('readonly', (store) => store.getAll());

  return {
    async add(upload) {
      try {
        const bytes = (await all()).reduce((sum, { file }) => sum + file.size, 0);
        if (bytes + upload.file.size > MAX_BYTES) return false;
        await inStore('readwrite', (store) => store.put(upload, upload.key));
        return true;
      } catch {
        return false;
      }
    },
    async begun(key, uploadId) {
      const stored = await inStore<StoredUpload | undefined>('readonly', (store) => store.get(key)).catch(
        () => undefined,
      );
      if (stored)
        await inStore('readwrite', (store) => store.put({ ...stored, uploadId }, key)).catch(() => {});
    },
    remove: (key) => inStore('readwrite', (store) => store.delete(key)).catch(() => {}),
    async list() {
      const stored = await all().catch((): StoredUpload[] => []);
      const isOld = ({ addedAt }: StoredUpload) => addedAt < Date.now() - MAX_AGE_MS;
      for (const { key } of stored.filter(isOld)) await this.remove(key);
      return stored.filter((upload) => !isOld(upload)).toSorted((one, other) => one.addedAt - other.addedAt);
    },
  };
}

function open(name: string, onLost: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => {
      const { result } = request;
      // Signing out deletes the database; this connection must not block it.
      result.onversionchange = () => {
        result.close();
        onLost();
      };
      resolve(result);
    };
    request.onerror = () => reject(request.error);
  });
}

/** Claims an upload for this tab until `end` aborts. Returns false if another tab has it. */
export async function claimUpload(key: string, end: AbortSignal): Promise<boolean> {
  if (!('locks' in navigator)) return false;
  return new Promise((resolve) => {
    const released = new Promise<void>((release) => end.addEventListener('abort', () => release()));
    navigator.locks
      .request(`ringbinder-upload:${key}`, { ifAvailable: true }, async (lock) => {
        resolve(lock !== null);
        if (lock) await released;
      })
      .catch(() => resolve(false));
  });
}
