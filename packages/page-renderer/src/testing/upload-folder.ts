import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for a test's uploads. */
export interface UploadFolder {
  /** Writes a file and gives its path; every file has its own. */
  put(bytes: Uint8Array | string): Promise<string>;
  remove(): Promise<void>;
}

/** Makes an empty folder in the system's place for temporary files. */
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
