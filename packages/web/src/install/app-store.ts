/** Signing out deletes the store. */
export interface AppStore {
  /** Resolves to undefined if the key has not been written. Rejects if the browser denies storage. */
  read(key: StoreKey): Promise<unknown>;
  /** Writing undefined deletes the value. Rejects if storage is denied or full. */
  write(key: StoreKey, value: unknown): Promise<void>;
}

type StoreKey = 'user' | 'list' | 'shared';

const STORE = 'values';

export function appStore(root: string): AppStore {
  async function inStore<T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => { readonly result: T },
  ): Promise<T> {
    const database = await open(`ringbinder-app ${root}`);
    try {
      const transaction = database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      await new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error);
      });
      return request.result;
    } finally {
      // An open connection would block the deletion.
      database.close();
    }
  }
  return {
    read: (key) => inStore('readonly', (store) => store.get(key)),
    async write(key, value) {
      await inStore<unknown>('readwrite', (store) =>
        value === undefined ? store.delete(key) : store.put(value, key),
      );
    },
  };
}

export async function storedUserId(root: string): Promise<string | undefined> {
  return ((await appStore(root).read('user')) as { user: { id: string } } | undefined)?.user.id;
}

function open(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
