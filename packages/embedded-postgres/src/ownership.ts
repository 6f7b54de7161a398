import { execFile } from 'node:child_process';
import { lchown, lstat, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresError, errorCode } from './errors.ts';

export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

export async function ownerOf(path: string): Promise<Owner | undefined> {
  try {
    const { uid, gid } = await lstat(path);
    return { uid, gid };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Changes the path itself last, so that the next call repeats an interrupted walk. */
export async function changeOwner(owner: Owner, path: string): Promise<void> {
  if (process.geteuid?.() !== 0 || (await ownerOf(path))?.uid === owner.uid) return;
  await changeOwnerBelow(owner, path);
}

async function changeOwnerBelow(owner: Owner, path: string): Promise<void> {
  if ((await lstat(path)).isDirectory()) {
    for (const name of await readdir(path)) await changeOwnerBelow(owner, join(path, name));
  }
  await lchown(path, owner.uid, owner.gid);
}

export async function assertReachable(owner: Owner, path: string, purpose: string): Promise<void> {
  if (await mayEnter(owner, path)) return;
  if (!(await mayEnter(owner, '/'))) {
    throw new EmbeddedPostgresError(
      `PostgreSQL refuses to run as root, and this process may not become user id ${owner.uid}. Start this program as an ordinary user, or use another PostgreSQL server.`,
      { remedy: 'server' },
    );
  }
  for (const directory of ancestry(path)) {
    if (await mayEnter(owner, directory)) continue;
    const mode = ((await stat(directory)).mode & 0o7777).toString(8);
    throw new EmbeddedPostgresError(
      `PostgreSQL refuses to run as root, and user id ${owner.uid}, as which it would run instead, cannot enter the ` +
        `directory ${directory} (mode ${mode}) on the way to ${purpose} (${path}). Start this program as an ordinary user, or move it out of ${directory}, or run: chmod o+x ${directory}`,
    );
  }
}

/** Asks the operating system, because mode bits do not include access control lists. */
async function mayEnter({ uid, gid }: Owner, directory: string): Promise<boolean> {
  return promisify(execFile)('/bin/sh', ['-c', 'test -x "$0"', directory], { uid, gid, cwd: '/' }).then(
    () => true,
    () => false,
  );
}

function ancestry(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [...ancestry(parent), path];
}
