import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir, realpath, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgresError, errorCode } from './errors.ts';
import type { Layout } from './layout.ts';
import { changeOwner, type Owner } from './ownership.ts';
import { socketPort } from './settings.ts';

/** sockaddr_un has 108 bytes on Linux and 104 elsewhere, including a terminating zero. */
const longestSocketPath = process.platform === 'linux' ? 107 : 103;

export function socketPath(directory: string): string {
  return join(directory, `.s.PGSQL.${socketPort}`);
}

/** The folder's name is a hash, so that later processes find it. */
export async function socketDirectoryOf(layout: Layout): Promise<string> {
  if (Buffer.byteLength(socketPath(layout.socket)) <= longestSocketPath) return layout.socket;
  const hash = createHash('sha256').update(await realpath(layout.directory));
  const directory = join(tmpdir(), `ringbinder-${hash.digest('hex').slice(0, 24)}`);
  if (Buffer.byteLength(socketPath(directory)) <= longestSocketPath) return directory;
  throw new EmbeddedPostgresError(
    `The paths of the data directory (${layout.directory}) and of the temporary directory (${tmpdir()}) are both too long for ` +
      `a Unix socket. Choose a directory with a shorter path, or set TMPDIR to one.`,
    { remedy: 'directory' },
  );
}

/** Anyone can create a directory in /tmp, and clients trust the socket. */
export async function ensureSocketDirectory(directory: string, owner: Owner): Promise<void> {
  try {
    await mkdir(directory, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  const stats = await lstat(directory);
  const ours = stats.uid === owner.uid || stats.uid === process.geteuid?.();
  if (!stats.isDirectory() || !ours) {
    throw new EmbeddedPostgresError(
      `${directory}, where the database's socket belongs, is not a directory of this user (it belongs to user id ` +
        `${stats.uid}). Remove it, or choose a data directory with a shorter path, which needs none.`,
      { remedy: 'directory' },
    );
  }
  await chmod(directory, 0o700);
  await changeOwner(owner, directory);
}

export async function removeSocketDirectory(layout: Layout, directory: string): Promise<void> {
  if (directory !== layout.socket) await rmdir(directory).catch(() => undefined);
}
