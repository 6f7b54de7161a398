/** Values by key in an IndexedDB database of their own. Used by pages and by the service worker. */
export interface BrowserStore {
  /** Undefined without a value. Rejects where the browser denies storage. */
  read(key: string): Promise<unknown>;
  /** Undefined removes the value. Rejects where the browser denies storage, or when it is full. */
  write(key: string, value: unknown): Promise<void>;
}

const STORE = 'values';

export function browserStore(name: string): BrowserStore {
  async function inStore<T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => { readonly result: T },
  ): Promise<T> {
    const database = await open(name);
    try {
      const transaction = database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      await new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error);
      });
      return request.result;
    } finally {
      // Signing out deletes the database, which an open connection would block.
      database.close();
    }
  }
  return {
    read: (key) => inStore('readonly', (store) => store.get(key)),
    write: (key, value) =>
      inStore<unknown>('readwrite', (store) =>
        value === undefined ? store.delete(key) : store.put(value, key),
      ).then(() => undefined),
  };
}

function open(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
