import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Turns } from './turns.ts';

/**
 * Removes what a process that died left behind: temporary files, and content whose transaction never committed with
 * what was derived from it, both only when older than `ageMs`, so that nothing under way is touched.
 */
export async function sweepDirectory(
  folders: { arriving: string; content: string; derived: string },
  ageMs: number,
  isReferenced: (sha256: string[]) => Promise<Set<string>>,
  turns: Turns,
): Promise<void> {
  const before = Date.now() - ageMs;
  for (const name of await readdir(folders.arriving))
    await removeIfOlder(join(folders.arriving, name), before);
  for (const prefix of await readdir(folders.content)) {
    const folder = join(folders.content, prefix);
    const hashes = (await readdir(folder)).map((name) => prefix + name);
    const referenced = await isReferenced(hashes);
    for (const sha256 of hashes) {
      if (referenced.has(sha256)) continue;
      // In turn with keeping: bytes that arrive again at this moment are new, and stay.
      const removed = await turns.take(sha256, () => removeIfOlder(join(folder, sha256.slice(2)), before));
      if (removed) await rm(join(folders.derived, sha256), { recursive: true, force: true });
    }
  }
}

async function removeIfOlder(path: string, before: number): Promise<boolean> {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
  if (mtimeMs >= before) return false;
  await rm(path, { force: true });
  return true;
}
