/** Signing out deletes folders whose names contain the user's id. */
export const folderOf = (userId: string): string => `ringbinder-clips-${userId}`;

export type StoreRequest = { id: number } & (
  | { op: 'open'; folder: string; name: string; notesName: string }
  | { op: 'append'; bytes: ArrayBuffer }
  | { op: 'read'; from: number; to: number }
  | { op: 'note'; text: string }
  | { op: 'close' }
);
export interface StoreResponse {
  id: number;
  bytes?: ArrayBuffer | undefined;
  error?: string;
}
type StoreOperation = StoreRequest extends infer R
  ? R extends { id: number }
    ? Omit<R, 'id'>
    : never
  : never;

export interface ChunkStore {
  readonly size: number;
  readonly isStored: boolean;
  append(chunk: Blob): Promise<void>;
  read(from: number, to: number): Promise<Blob>;
  note(text: string): Promise<void>;
  close(): Promise<Blob>;
  remove(): Promise<void>;
}

export const NOTES_ENDING = '.json';
export const notesOf = (name: string): string => `${name}${NOTES_ENDING}`;

/** Uses memory if the private file system is full or missing, as in private windows. */
export async function openChunkStore(userId: string, name: string): Promise<ChunkStore> {
  try {
    return await openFileStore(folderOf(userId), name);
  } catch {
    return memoryStore();
  }
}

async function openFileStore(folder: string, name: string): Promise<ChunkStore> {
  const worker = new Worker(new URL('./chunk-worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, { resolve(bytes?: ArrayBuffer): void; reject(error: Error): void }>();
  let lastId = 0;
  let size = 0;
  worker.onmessage = ({ data: { id, bytes, error } }: MessageEvent<StoreResponse>) => {
    const caller = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) caller?.resolve(bytes);
    else caller?.reject(new Error(error));
  };
  worker.onerror = () => {
    for (const { reject } of waiting.values()) reject(new Error('worker'));
    waiting.clear();
  };
  const call = (request: StoreOperation, transfer: Transferable[] = []) =>
    new Promise<ArrayBuffer | undefined>((resolve, reject) => {
      const id = ++lastId;
      waiting.set(id, { resolve, reject });
      worker.postMessage({ ...request, id }, transfer);
    });
  await call({ op: 'open', folder, name, notesName: notesOf(name) }).catch((error) => {
    worker.terminate();
    throw error;
  });
  const rest: Blob[] = [];
  let storedSize = 0;
  let whole: Blob | undefined;
  return {
    get size() {
      return size;
    },
    get isStored() {
      return rest.length === 0;
    },
    async append(chunk) {
      const bytes = await chunk.arrayBuffer();
      try {
        if (rest.length > 0) throw new Error('full');
        await call({ op: 'append', bytes: bytes.slice(0) });
        storedSize += chunk.size;
      } catch {
        rest.push(new Blob([bytes]));
      }
      size += chunk.size;
    },
    async read(from, to) {
      if (whole) return whole.slice(from, to);
      const parts: BlobPart[] = [];
      if (from < storedSize) {
        const bytes = await call({ op: 'read', from, to: Math.min(to, storedSize) });
        if (bytes) parts.push(bytes);
      }
      if (to > storedSize) parts.push(new Blob(rest).slice(Math.max(0, from - storedSize), to - storedSize));
      return new Blob(parts);
    },
    note: async (text) => void (await call({ op: 'note', text })),
    async close() {
      await call({ op: 'close' });
      whole = new Blob([await fileOf(folder, name), ...rest]);
      worker.terminate();
      return whole;
    },
    remove: () => removeStored(folder, name),
  };
}

export async function fileOf(folder: string, name: string): Promise<File> {
  const root = await navigator.storage.getDirectory();
  const handle = await root.getDirectoryHandle(folder);
  return (await handle.getFileHandle(name)).getFile();
}

export async function removeStored(folder: string, name: string): Promise<void> {
  const root = await navigator.storage.getDirectory();
  const handle = await root.getDirectoryHandle(folder).catch(() => undefined);
  for (const each of [name, notesOf(name)]) await handle?.removeEntry(each).catch(() => undefined);
}

function memoryStore(): ChunkStore {
  const parts: Blob[] = [];
  const whole = () => new Blob(parts);
  return {
    get size() {
      return parts.reduce((sum, each) => sum + each.size, 0);
    },
    isStored: false,
    append: async (chunk) => void parts.push(chunk),
    read: async (from, to) => whole().slice(from, to),
    note: async () => undefined,
    close: async () => whole(),
    remove: async () => void parts.splice(0),
  };
}
