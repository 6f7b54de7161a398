import { createHash, type Hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { PartialFile } from '../../storage/files/index.ts';

const MAX_HASHES = 1_000;

export interface RunningHashes {
  add(id: string, position: number, bytes: Buffer): void;
  digest(id: string, length: number, partial: PartialFile): Promise<string>;
  forget(id: string): void;
}

/**
 * Bytes that another process received are read from disk, because the state of an OpenSSL hash cannot be
 * stored.
 */
export function createRunningHashes(): RunningHashes {
  const hashes = new LRUCache<string, { hash: Hash; position: number }>({ max: MAX_HASHES });
  return {
    add(id, position, bytes) {
      const running = position === 0 ? { hash: createHash('sha256'), position } : hashes.get(id);
      if (running?.position !== position) return;
      running.hash.update(bytes);
      running.position += bytes.length;
      hashes.set(id, running);
    },
    async digest(id, length, partial) {
      const running = hashes.get(id);
      const hash = running ? running.hash.copy() : createHash('sha256');
      let position = running?.position ?? 0;
      if (position < length) {
        for await (const chunk of partial.read(position, length) as AsyncIterable<Buffer>) {
          hash.update(chunk);
          position += chunk.length;
        }
      }
      if (position !== length) throw new Error(`upload ${id} has ${position} bytes instead of ${length}`);
      return hash.digest('hex');
    },
    forget: (id) => void hashes.delete(id),
  };
}
