import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './binaries.ts';
import { diskFull, EmbeddedPostgresError, errorCode } from './errors.ts';
import { type Layout, unfinishedBy, unfinishedName } from './layout.ts';
import { changeOwner } from './ownership.ts';
import { isRunning } from './postmaster-file.ts';
import { commandAs, programEnvironment, type RunAs } from './privileges.ts';
import { lastLines } from './server-log.ts';

/** The role that owns all databases. Anyone who can open the socket can use it. */
export const superuser = 'ringbinder';

export async function isInitialised(layout: Layout, binaries: Binaries): Promise<boolean> {
  try {
    const version = (await readFile(join(layout.data, 'PG_VERSION'), 'utf8')).trim();
    if (version === binaries.major) return true;
    throw otherVersion(layout, version, binaries);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  const entries = await readdir(layout.data).catch(() => []);
  if (entries.length === 0) return false;
  throw new EmbeddedPostgresError(
    `${layout.data} is not a PostgreSQL data directory (it has no PG_VERSION) and is not empty. ` +
      `Move it away, or choose another directory.`,
    { remedy: 'directory' },
  );
}

/**
 * Renames a temporary directory at the end, so that a crash or concurrent start leaves no partial directory.
 */
export async function initialise(
  layout: Layout,
  binaries: Binaries,
  runAs: RunAs,
  isDurable: boolean,
): Promise<void> {
  const unfinished = unfinishedName(layout.data, process.pid, randomBytes(4).toString('hex'));
  try {
    await mkdir(unfinished, { mode: 0o700 });
    await changeOwner(runAs.owner, unfinished);
    await runInitdb(unfinished, layout, binaries, runAs, isDurable);
    await rename(unfinished, layout.data);
    if (isDurable) await syncDirectory(layout.directory);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    const isCreatedConcurrently = errorCode(error) === 'ENOTEMPTY' || errorCode(error) === 'EEXIST';
    if (!isCreatedConcurrently) throw error;
  }
}

export async function removeUnfinished(layout: Layout): Promise<void> {
  for (const name of await readdir(layout.directory)) {
    const pid = unfinishedBy(name);
    if (pid === undefined || (await isRunning(pid))) continue;
    await rm(join(layout.directory, name), { recursive: true, force: true });
  }
}

async function runInitdb(
  target: string,
  layout: Layout,
  binaries: Binaries,
  runAs: RunAs,
  isDurable: boolean,
): Promise<void> {
  const { file, args, ids } = commandAs(runAs, binaries.initdb, [
    ...['-D', target, '--username', superuser, '--encoding=UTF8', '--no-instructions'],
    // Keeps the sort order equal on all machines, and after updates of the C library.
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
    // Safe, because only the owner can enter the socket's directory.
    ...['--auth-local=trust', '--auth-host=reject'],
    ...(isDurable ? [] : ['--no-sync']),
  ]);
  try {
    await promisify(execFile)(file, args, { ...ids, cwd: '/', env: programEnvironment });
  } catch (cause) {
    throw explainInitdb(cause, layout);
  }
}

function explainInitdb(cause: unknown, layout: Layout): Error {
  const stderr = cause instanceof Error && 'stderr' in cause ? String(cause.stderr) : '';
  const output = stderr.trim() === '' ? String(cause) : stderr;
  if (/No space left on device|Disk quota exceeded/.test(output)) return diskFull(layout.directory);
  if (/could not look up effective user ID/.test(output)) {
    return new EmbeddedPostgresError(
      `PostgreSQL's initdb needs a user name, and user id ${process.geteuid?.()} has none. ` +
        `Add the user to /etc/passwd, or start this program as another user.`,
      { cause },
    );
  }
  return new EmbeddedPostgresError(
    `Could not create the database in ${layout.data}. initdb said:\n${lastLines(output, 10)}`,
    { cause },
  );
}

function otherVersion(layout: Layout, address: string, binaries: Binaries): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The database in ${layout.data} was created by PostgreSQL ${address}, and this program brings PostgreSQL ` +
      `${binaries.major}. Either start the version that made it, export there and import here; or run a ` +
      `PostgreSQL ${address} server on it and use that; or, to begin empty, move ${layout.directory} away.`,
    { remedy: 'server' },
  );
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path);
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
