/** A large file on its way, kept so that it goes on after the tab was closed. */
export interface KeptUpload {
  key: string;
  binderId: string;
  /** A copy: the browser keeps the bytes, whatever becomes of the file on the disk. */
  file: File;
  /** What the server calls it, once it was begun. */
  uploadId?: string;
  /** When it was added, in milliseconds. */
  addedAt: number;
}

/** The uploads of one person in this browser. Where nothing can be kept, nothing is. */
export interface KeptUploads {
  /** False when there is no room, or the browser keeps nothing. */
  add(upload: KeptUpload): Promise<boolean>;
  begun(key: string, uploadId: string): Promise<void>;
  remove(key: string): Promise<void>;
  /** What is left of earlier visits, the oldest first; what the server has forgotten by now is removed. */
  list(): Promise<KeptUpload[]>;
}

const STORE = 'uploads';
/** Of all files together. The browser has a bound of its own. */
const MAX_BYTES = 2 * 1024 ** 3;
/** The server keeps what has come for 7 days. */
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Keeps files in IndexedDB: all browsers store the bytes of a File there. The origin's private file system would do, too, but
 * Safari writes to it in workers only, and a handle of the file would ask for leave at every visit, and is Chromium's alone.
 */
export function keptUploads(name: string): KeptUploads {
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
  const all = (): Promise<KeptUpload[]> => inStore('readonly', (store) => store.getAll());

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
      const held = await inStore<KeptUpload | undefined>('readonly', (store) => store.get(key)).catch(
        () => undefined,
      );
      if (held) await inStore('readwrite', (store) => store.put({ ...held, uploadId }, key)).catch(() => {});
    },
    remove: (key) => inStore('readwrite', (store) => store.delete(key)).catch(() => {}),
    async list() {
      const held = await all().catch((): KeptUpload[] => []);
      const isOld = ({ addedAt }: KeptUpload) => addedAt < Date.now() - MAX_AGE_MS;
      for (const { key } of held.filter(isOld)) await this.remove(key);
      return held.filter((upload) => !isOld(upload)).toSorted((one, other) => one.addedAt - other.addedAt);
    },
  };
}

function open(name: string, onLost: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => {
      const { result } = request;
      // Whoever signs out removes it: nothing here is to keep them from it.
      result.onversionchange = () => {
        result.close();
        onLost();
      };
      resolve(result);
    };
    request.onerror = () => reject(request.error);
  });
}

/** Holds what is being sent by this tab, so that no other one sends it too; false when another one does. Until `end` aborts. */
export async function claimUpload(key: string, end: AbortSignal): Promise<boolean> {
  if (!('locks' in navigator)) return false;
  return new Promise((resolve) => {
    const held = new Promise<void>((release) => end.addEventListener('abort', () => release()));
    navigator.locks
      .request(`ringbinder-upload:${key}`, { ifAvailable: true }, async (lock) => {
        resolve(lock !== null);
        if (lock) await held;
      })
      .catch(() => resolve(false));
  });
}
