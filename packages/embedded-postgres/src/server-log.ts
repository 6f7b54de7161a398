import { copyFile, type FileHandle, open, rm, stat, truncate } from 'node:fs/promises';
import { giveTo, type Owner } from './ownership.ts';

/** Beyond this many bytes the log is moved to `server.log.1`, so the two take at most about twice this. */
const largestLog = 4 * 1024 * 1024;

/** Opens the log for a server to append to, mode 0600. The caller closes it. Throws the system's error when it cannot. */
export async function openLog(path: string, owner: Owner): Promise<FileHandle> {
  const file = await open(path, 'a', 0o600);
  await giveTo(owner, path);
  return file;
}

export async function logSize(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

/** What was written from byte `offset` on, at most the last 64 KiB of it. Empty when there is nothing. */
export async function readLog(path: string, offset = 0): Promise<string> {
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return '';
  try {
    const { size } = await file.stat();
    const from = Math.max(offset > size ? 0 : offset, size - 64 * 1024);
    const { bytesRead, buffer } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The last `count` lines of a text that are not empty. */
export function lastLines(text: string, count: number): string {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-count)
    .join('\n');
}

/**
 * Moves a log that has grown over `limit` bytes aside, and empties it in place: the server holds it open in append
 * mode and outlives this process, so it can neither be piped through here nor be told to open another. When there is
 * no room to move it to, it is lost. Throws the system's error when it cannot be emptied.
 */
export async function boundLog(path: string, limit = largestLog): Promise<void> {
  if ((await logSize(path)) <= limit) return;
  // An old one may be another user's, when root ran this before.
  await rm(`${path}.1`, { force: true });
  await copyFile(path, `${path}.1`).catch(() => undefined);
  await truncate(path, 0);
}
