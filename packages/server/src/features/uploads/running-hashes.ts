import { createHash, type Hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { PartialFile } from '../../storage/files/index.ts';

/** Hashes of uploads under way that are held at once. */
const MAX_HASHES = 1_000;

/** The SHA-256 of uploads under way, as far as this process has seen their bytes. */
export interface RunningHashes {
  /** Told of bytes that count from now on, at their position. */
  add(id: string, position: number, bytes: Buffer): void;
  /** The hash of the first `length` bytes. What this process has not seen pass it reads. */
  digest(id: string, length: number, partial: PartialFile): Promise<string>;
  forget(id: string): void;
}

/**
 * Hashes uploads while they arrive, so that a whole one need not be read again. After a restart, or where another process
 * took a part, that part is read once at the end: the state of OpenSSL's hash cannot be stored.
 */
export function createRunningHashes(): RunningHashes {
  const hashes = new LRUCache<string, { hash: Hash; position: number }>({ max: MAX_HASHES });
  return {
    add(id, position, bytes) {
      const known = position === 0 ? { hash: createHash('sha256'), position } : hashes.get(id);
      if (known?.position !== position) return;
      known.hash.update(bytes);
      known.position += bytes.length;
      hashes.set(id, known);
    },
    async digest(id, length, partial) {
      const known = hashes.get(id);
      const hash = known ? known.hash.copy() : createHash('sha256');
      let position = known?.position ?? 0;
      if (position < length) {
        for await (const chunk of partial.read(position, length) as AsyncIterable<Buffer>) {
          hash.update(chunk);
          position += chunk.length;
        }
      }
      if (position !== length) throw new Error(`${position} bytes of ${length} are there of upload ${id}`);
      return hash.digest('hex');
    },
    forget: (id) => void hashes.delete(id),
  };
}
