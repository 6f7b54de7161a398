import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface UploadFolder {
  put(bytes: Uint8Array | string): Promise<string>;
  remove(): Promise<void>;
}

export async function createUploadFolder(): Promise<UploadFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'ringbinder-media-'));
  let count = 0;
  return {
    async put(bytes) {
      const path = join(folder, `upload-${++count}`);
      await writeFile(path, bytes);
      return path;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
