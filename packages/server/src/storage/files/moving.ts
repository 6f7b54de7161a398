import { Readable } from 'node:stream';
import { errorCode } from '../file-error.ts';
import type { FileStore, PartialFile } from './store.ts';

export interface MoveProgress {
  seen: number;
  moved: number;
  movedBytes: number;
}

export function withOlderStore(store: FileStore, older: FileStore): FileStore {
  const holderOf = async (sha256: string) => ((await store.has(sha256)) ? store : older);

  function partial(name: string): PartialFile {
    const holder = async () => ((await older.partials()).includes(name) ? older : store).partial(name);
    return {
      write: async (bytes, position) => (await holder()).write(bytes, position),
      read: (from, to) =>
        Readable.from(
          (async function* () {
            yield* (await holder()).read(from, to) as AsyncIterable<Buffer>;
          })(),
          { objectMode: false },
        ),
      whole: async (size, sha256) => (await holder()).whole(size, sha256),
      cutTo: async (size) => (await holder()).cutTo(size),
      remove: async () => (await holder()).remove(),
    };
  }

  return {
    ...store,
    has: async (sha256) => (await store.has(sha256)) || older.has(sha256),
    read: (sha256, range) =>
      Readable.from(
        (async function* () {
          yield* (await holderOf(sha256)).read(sha256, range) as AsyncIterable<Buffer>;
        })(),
        { objectMode: false },
      ),
    linkTo: async (sha256, headers) => (await holderOf(sha256)).linkTo(sha256, headers),
    async fetch(sha256) {
      if (!(await store.has(sha256))) await copyBytes(older, store, sha256);
      await store.fetch(sha256);
    },
    async *hashes() {
      yield* store.hashes();
      yield* older.hashes();
    },
    async remove(sha256, ageMs) {
      await store.remove(sha256, ageMs);
      await older.remove(sha256, ageMs);
    },
    partial,
    partials: async () => [...new Set([...(await store.partials()), ...(await older.partials())])],
    async removeForgotten(ageMs) {
      await store.removeForgotten(ageMs);
      await older.removeForgotten(ageMs);
    },
    async check() {
      await store.check();
      await older.check();
    },
    async close() {
      await store.close();
      await older.close();
    },
  };
}

async function copyBytes(from: FileStore, to: FileStore, sha256: string): Promise<number> {
  const received = await to.receive(from.read(sha256), Number.MAX_SAFE_INTEGER);
  try {
    if (received.sha256 !== sha256)
      throw new Error(
        `the content of ${sha256} in ${from.labels.place} is corrupted: its hash is ${received.sha256}`,
      );
    await received.keep();
    return received.size;
  } finally {
    await received.drop();
  }
}

export async function moveFiles(
  from: FileStore,
  to: FileStore,
  report: (progress: MoveProgress) => void,
  signal: AbortSignal,
): Promise<MoveProgress> {
  const progress = { seen: 0, moved: 0, movedBytes: 0 };
  for (let before = -1; progress.moved > before; ) {
    before = progress.moved;
    progress.seen = 0;
    for await (const hashes of from.hashes())
      for (const sha256 of hashes) {
        signal.throwIfAborted();
        progress.seen++;
        if (!(await to.has(sha256))) {
          progress.movedBytes += await copyBytes(from, to, sha256).catch(unlessRemoved);
          progress.moved++;
        }
        report(progress);
      }
  }
  return progress;
}

function unlessRemoved(error: unknown): number {
  if (errorCode(error) === 'ENOENT') return 0;
  throw error;
}
