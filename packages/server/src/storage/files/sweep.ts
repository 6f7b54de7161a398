import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Removes what a process that died left behind: temporary files, and content whose transaction never committed, both
 * only when older than `ageMs`, so that nothing under way is touched.
 */
export async function sweepDirectory(
  folders: { arriving: string; content: string },
  ageMs: number,
  isReferenced: (sha256: string[]) => Promise<Set<string>>,
): Promise<void> {
  const before = Date.now() - ageMs;
  for (const name of await readdir(folders.arriving))
    await removeIfOlder(join(folders.arriving, name), before);
  for (const prefix of await readdir(folders.content)) {
    const folder = join(folders.content, prefix);
    const names = await readdir(folder);
    const referenced = await isReferenced(names.map((name) => prefix + name));
    for (const name of names) {
      if (!referenced.has(prefix + name)) await removeIfOlder(join(folder, name), before);
    }
  }
}

async function removeIfOlder(path: string, before: number): Promise<void> {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
  if (mtimeMs < before) await rm(path, { force: true });
}
