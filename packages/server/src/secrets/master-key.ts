import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isRepetitive } from '../config/readers.ts';
import { StartupError } from '../storage/startup-error.ts';

const HEX_KEY = /^[0-9a-f]{64}$/i;

export async function loadMasterKey(dataDir: string, configured: string | undefined): Promise<Buffer> {
  if (configured !== undefined) return Buffer.from(configured, 'hex');
  const path = join(dataDir, 'secret.key');
  await mkdir(dataDir, { recursive: true });
  const text = (await readIfThere(path)) ?? (await createKey(path));
  if (!HEX_KEY.test(text.trim()))
    throw new StartupError(`${path} must contain 64 hexadecimal digits: restore it from a backup`);
  if (isRepetitive(text.trim()))
    throw new StartupError(`${path} contains a key that is not random: restore it from a backup`);
  return Buffer.from(text.trim(), 'hex');
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new StartupError(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/** Atomic, so that two processes get one key. Synced, because a lost key makes the data unreadable. */
async function createKey(path: string): Promise<string> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await writeSynced(temporary, `${randomBytes(32).toString('hex')}\n`);
    await link(temporary, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(temporary, { force: true });
  }
  await syncDirectory(dirname(path));
  return readFile(path, 'utf8');
}

async function writeSynced(path: string, text: string): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
