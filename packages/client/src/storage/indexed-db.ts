import type { OutboxItem } from '../types.ts';
import type { ReplicaStorage, StoredReplica } from './storage.ts';

/* The IndexedDB types are declared here, because TypeScript's DOM types conflict with Node's types. */
interface DatabaseRequest<T> {
  readonly result: T;
  readonly error: unknown;
  onsuccess: (() => void) | null;
  onerror: (() => void) | null;
}
interface ObjectStore {
  get(key: string): DatabaseRequest<unknown>;
  getAll(): DatabaseRequest<unknown[]>;
  getAllKeys(): DatabaseRequest<unknown[]>;
  put(value: unknown, key: string): DatabaseRequest<unknown>;
  delete(key: string): DatabaseRequest<unknown>;
}
interface Database {
  createObjectStore(name: string): unknown;
  transaction(name: string, mode: 'readonly' | 'readwrite'): DatabaseTransaction;
  close(): void;
  onversionchange: (() => void) | null;
}
interface DatabaseTransaction {
  readonly error: unknown;
  objectStore(name: string): ObjectStore;
  oncomplete: (() => void) | null;
  onabort: (() => void) | null;
}
interface OpenRequest extends DatabaseRequest<Database> {
  onupgradeneeded: (() => void) | null;
}
interface DatabaseFactory {
  open(name: string, version: number): OpenRequest;
  deleteDatabase(name: string): DatabaseRequest<unknown>;
}
declare const indexedDB: DatabaseFactory | undefined;

const VERSION = 1;
const REPLICAS = 'replicas';
const OUTBOX = 'outbox';

/**
 * Uses one database per user. `clear` works while other tabs use the database. Rejects with the browser's
 * error if IndexedDB is unavailable.
 *
 * @param name the prefix of the database names; use one per environment
 */
export function indexedDbStorage(name = 'ringbinder'): ReplicaStorage {
  const opened = new Map<string, Promise<Database>>();

  function open(userId: string): Promise<Database> {
    const existing = opened.get(userId);
    if (existing) return existing;
    const opening = openDatabase(`${name}:${userId}`, () => opened.delete(userId));
    opened.set(userId, opening);
    opening.catch(() => opened.delete(userId));
    return opening;
  }

  async function read<T>(
    userId: string,
    store: string,
    createRequest: (from: ObjectStore) => DatabaseRequest<unknown>,
  ): Promise<T> {
    const transaction = (await open(userId)).transaction(store, 'readonly');
    return resultOf(createRequest(transaction.objectStore(store))) as Promise<T>;
  }

  async function write(userId: string, store: string, change: (to: ObjectStore) => void): Promise<void> {
    const transaction = (await open(userId)).transaction(store, 'readwrite');
    change(transaction.objectStore(store));
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
  }

  return {
    loadReplica: (userId, binderId) =>
      read<StoredReplica | undefined>(userId, REPLICAS, (store) => store.get(binderId)),
    saveReplica: (userId, binderId, replica) =>
      write(userId, REPLICAS, (store) => store.put(replica, binderId)),
    removeReplica: (userId, binderId) => write(userId, REPLICAS, (store) => store.delete(binderId)),
    listReplicas: (userId) => read<string[]>(userId, REPLICAS, (store) => store.getAllKeys()),
    async loadOutbox(userId) {
      const items = await read<OutboxItem[]>(userId, OUTBOX, (store) => store.getAll());
      return items.toSorted((one, other) => one.createdTime - other.createdTime || one.place - other.place);
    },
    saveOutboxItem: (userId, item) => write(userId, OUTBOX, (store) => store.put(item, item.clientId)),
    removeOutboxItem: (userId, clientId) => write(userId, OUTBOX, (store) => store.delete(clientId)),
    async clear(userId) {
      const database = await opened.get(userId)?.catch(() => undefined);
      database?.close();
      opened.delete(userId);
      if (typeof indexedDB !== 'undefined') await resultOf(indexedDB.deleteDatabase(`${name}:${userId}`));
    },
  };
}

async function openDatabase(name: string, onLost: () => void): Promise<Database> {
  if (typeof indexedDB === 'undefined') throw new Error('IndexedDB is not available: use memoryStorage()');
  const request = indexedDB.open(name, VERSION);
  request.onupgradeneeded = () => {
    for (const store of [REPLICAS, OUTBOX]) request.result.createObjectStore(store);
  };
  const database = await resultOf(request);
  // Otherwise another tab could not delete the database.
  database.onversionchange = () => {
    database.close();
    onLost();
  };
  return database;
}

function resultOf<T>(request: DatabaseRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
