import { copyFile, type FileHandle, open, rm, stat, truncate } from 'node:fs/promises';
import { giveTo, type Owner } from './ownership.ts';

/** Size in bytes above which the log moves to `server.log.1`. Both files together take about twice this size. */
const largestLog = 4 * 1024 * 1024;

/** Opens the log for appending with mode 0600. The caller must close it. Throws the system's error. */
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

/** Reads the log from byte `offset`, at most the last 64 KiB. Returns an empty string if there is no log. */
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

/** Returns the last `count` non-empty lines. */
export function lastLines(text: string, count: number): string {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-count)
    .join('\n');
}

/**
 * Copies a log above `limit` bytes to `server.log.1` and truncates it. The server outlives this process and has the
 * file open in append mode, so the log can be neither piped nor reopened. If there is no space for the copy, the old
 * content is lost. Throws the system's error if the log cannot be truncated.
 */
export async function boundLog(path: string, limit = largestLog): Promise<void> {
  if ((await logSize(path)) <= limit) return;
  // An old copy belongs to another user if root ran this before.
  await rm(`${path}.1`, { force: true });
  await copyFile(path, `${path}.1`).catch(() => undefined);
  await truncate(path, 0);
}
