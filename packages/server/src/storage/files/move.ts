import { mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

export async function moveDurably(from: string, to: string): Promise<void> {
  const folder = dirname(to);
  const firstCreated = await mkdir(folder, { recursive: true, mode: 0o700 });
  await rename(from, to);
  await syncPath(folder);
  if (firstCreated !== undefined) await syncPath(dirname(folder));
}

export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
