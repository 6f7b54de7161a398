/** Only bytes written by a worker survive a crash of the tab. */
import type { StoreRequest, StoreResponse } from './chunk-store.ts';

interface SyncFile {
  write(bytes: BufferSource, options?: { at: number }): number;
  read(bytes: Uint8Array, options: { at: number }): number;
  truncate(size: number): void;
  flush(): void;
  close(): void;
}
interface SyncFileHandle {
  createSyncAccessHandle(): Promise<SyncFile>;
}
const scope = self as unknown as {
  onmessage: (event: MessageEvent<StoreRequest>) => void;
  postMessage(response: StoreResponse, transfer?: Transferable[]): void;
};

let recording: SyncFile | undefined;
let notes: SyncFile | undefined;
let size = 0;

async function open(folder: FileSystemDirectoryHandle, name: string): Promise<SyncFile> {
  const handle = await folder.getFileHandle(name, { create: true });
  return (handle as unknown as SyncFileHandle).createSyncAccessHandle();
}

async function perform(request: StoreRequest): Promise<ArrayBuffer | undefined> {
  switch (request.op) {
    case 'open': {
      const root = await navigator.storage.getDirectory();
      const folder = await root.getDirectoryHandle(request.folder, { create: true });
      recording = await open(folder, request.name);
      notes = await open(folder, request.notesName);
      return undefined;
    }
    case 'append': {
      recording?.write(request.bytes, { at: size });
      recording?.flush();
      size += request.bytes.byteLength;
      return undefined;
    }
    case 'read': {
      const bytes = new Uint8Array(request.to - request.from);
      recording?.read(bytes, { at: request.from });
      return bytes.buffer;
    }
    case 'note': {
      // After a crash, the rest of an older, longer text may follow the newline.
      const bytes = new TextEncoder().encode(`${request.text}\n`);
      notes?.write(bytes, { at: 0 });
      notes?.truncate(bytes.length);
      notes?.flush();
      return undefined;
    }
    case 'close': {
      recording?.close();
      notes?.close();
      return undefined;
    }
  }
}

let last: Promise<unknown> = Promise.resolve();
scope.onmessage = ({ data }) => {
  last = last.then(async () => {
    try {
      const bytes = await perform(data);
      scope.postMessage({ id: data.id, bytes }, bytes ? [bytes] : []);
    } catch (error) {
      scope.postMessage({ id: data.id, error: error instanceof Error ? error.name : String(error) });
    }
  });
};
