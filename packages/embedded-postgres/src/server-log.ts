import { copyFile, type FileHandle, open, rm, stat, truncate } from 'node:fs/promises';
import { changeOwner, type Owner } from './ownership.ts';

const maxLogBytes = 4 * 1024 * 1024;

export async function openLog(path: string, owner: Owner): Promise<FileHandle> {
  const file = await open(path, 'a', 0o600);
  await changeOwner(owner, path);
  return file;
}

export async function logSize(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

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

export function lastLines(text: string, count: number): string {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-count)
    .join('\n');
}

/** The server cannot reopen a renamed log. On a full disk, the old content is lost. */
export async function boundLog(path: string, limit = maxLogBytes): Promise<void> {
  if ((await logSize(path)) <= limit) return;
  // After a run as root, another user owns the old copy, so it cannot be overwritten.
  await rm(`${path}.1`, { force: true });
  await copyFile(path, `${path}.1`).catch(() => undefined);
  await truncate(path, 0);
}
