import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

export async function findProgram(names: readonly string[], searchPath: string): Promise<string | null> {
  for (const folder of searchPath.split(delimiter).filter((part) => part !== '')) {
    for (const name of names) {
      const path = join(folder, name);
      const isThere = await access(path, constants.X_OK).then(
        () => true,
        () => false,
      );
      if (isThere) return path;
    }
  }
  return null;
}
