import { randomBytes } from 'node:crypto';
import { link, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface StoreLabels {
  readonly place: string;
  whereIs(name: string): string;
  readOrWrite(name: string, text: string): Promise<string>;
  write(name: string, text: string): Promise<void>;
  isEmpty(): Promise<boolean>;
}

export function fileLabels(directory: string): StoreLabels {
  const pathOf = (name: string) => join(directory, name);
  return {
    place: directory,
    whereIs: pathOf,
    async readOrWrite(name, text) {
      await writeWhole(pathOf(name), text, (temporary, path) =>
        link(temporary, path).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'EEXIST') throw error;
        }),
      );
      return (await readFile(pathOf(name), 'utf8')).trim();
    },
    write: (name, text) => writeWhole(pathOf(name), text, rename),
    isEmpty: async () => (await readdir(join(directory, 'content'))).length === 0,
  };
}

async function writeWhole(
  path: string,
  text: string,
  put: (temporary: string, path: string) => Promise<void>,
): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(temporary, `${text}\n`, { mode: 0o600 });
  try {
    await put(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}
