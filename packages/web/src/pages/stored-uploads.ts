import type { MessageToSend } from '@ringbinder/client';
import { isInMemory } from '../address.ts';
import type { BinderContext } from '../binder/context.ts';
import { storageName } from '../boot.ts';

export type Session = Pick<BinderContext, 'client'> & { me: { id: string } };

export interface StoredMessage {
  kind: 'file' | 'audio';
  body: MessageToSend;
}

export interface StoredUpload {
  key: string;
  binderId: string;
  file: File;
  message?: StoredMessage;
  uploadId?: string;
  addedAt: number;
}

export interface StoredUploads {
  /** Claims the upload until `end` aborts. Returns false if the upload cannot be resumed after a reload. */
  add(upload: StoredUpload, end: AbortSignal): Promise<boolean>;
  begun(key: string, uploadId: string): Promise<void>;
  change(key: string, change: Partial<StoredUpload>): Promise<void>;
  remove(key: string): Promise<void>;
  list(): Promise<StoredUpload[]>;
}

const STORE = 'uploads';
/** Maximum total size of the stored files. */
const MAX_BYTES = 2 * 1024 ** 3;
/** The server deletes partial uploads after 7 days. */
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;
/** The server recognises a repeated upload for 24 hours. */
const LATE_MS = 23 * 60 * 60 * 1000;

export const storedUploadsOf = (session: Session): StoredUploads => storeOf(session, 'uploads');

/** Files that the user has chosen for a message and not sent. */
export const storedFilesOf = (session: Session): StoredUploads => storeOf(session, 'staged');

function storeOf({ client, me }: Session, name: string): StoredUploads {
  const environment = client.baseUrl.includes('/sandbox/') ? 'sandbox' : 'production';
  return openStoredUploads(`${storageName({ environment })}:${me.id}:${name}`);
}

function openStoredUploads(name: string): StoredUploads {
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
    async add(upload, end) {
      // If two tabs continued the upload, the server would reject one.
      if (isInMemory || !(await claimUpload(upload.key, end))) return false;
      try {
        const bytes = (await all()).reduce((sum, { file }) => sum + file.size, 0);
        if (bytes + upload.file.size > MAX_BYTES) return false;
        await inStore('readwrite', (store) => store.put(upload, upload.key));
        return true;
      } catch {
        return false;
      }
    },
    begun(key, uploadId) {
      return this.change(key, { uploadId });
    },
    async change(key, change) {
      const stored = await inStore<StoredUpload | undefined>('readonly', (store) => store.get(key)).catch(
        () => undefined,
      );
      if (stored)
        await inStore('readwrite', (store) => store.put({ ...stored, ...change }, key)).catch(() => {});
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

/** `isLate` is true if a repeated upload might add the file twice. */
export async function resumeEach(
  store: Pick<StoredUploads, 'list'>,
  resume: (upload: StoredUpload, isLate: boolean) => void | Promise<void>,
): Promise<void> {
  for (const { key } of await store.list()) {
    const end = new AbortController();
    if (!(await claimUpload(key, end.signal))) continue;
    let isResumed = false;
    try {
      // Another tab may have finished the upload before this claim.
      const left = (await store.list()).find((each) => each.key === key);
      if (!left) continue;
      await resume(left, left.addedAt < Date.now() - LATE_MS);
      isResumed = true;
    } finally {
      if (!isResumed) end.abort();
    }
  }
}

function open(name: string, onLost: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => {
      const { result } = request;
      // Do not block sign-out, which deletes the database.
      result.onversionchange = () => {
        result.close();
        onLost();
      };
      resolve(result);
    };
    request.onerror = () => reject(request.error);
  });
}

/** Returns false if another tab has claimed the upload, or without Web Locks. */
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
