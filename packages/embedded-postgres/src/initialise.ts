import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './binaries.ts';
import { diskFull, EmbeddedPostgresError, errorCode } from './errors.ts';
import { type Layout, unfinishedBy, unfinishedName } from './layout.ts';
import { giveTo } from './ownership.ts';
import { isRunning } from './postmaster-file.ts';
import { commandAs, programEnvironment, type RunAs } from './privileges.ts';
import { lastLines } from './server-log.ts';

/** The only role: it owns all. Who can open the socket is let in as it. */
export const superuser = 'ringbinder';

/**
 * Whether the data directory has been initialised, by PostgreSQL of this major version.
 * Throws EmbeddedPostgresError when it was by another version, or holds something else.
 */
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
 * Makes the data directory with initdb (0.7 s, of which 0.2 s fsync): in a directory beside it that is renamed when
 * all is done, so that neither a crash nor two starters at once leave half of one. When another starter is first,
 * its directory is kept. Throws EmbeddedPostgresError.
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
    await giveTo(runAs.owner, unfinished);
    await runInitdb(unfinished, layout, binaries, runAs, isDurable);
    await rename(unfinished, layout.data);
    if (isDurable) await syncDirectory(layout.directory);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    const isMadeByAnother = errorCode(error) === 'ENOTEMPTY' || errorCode(error) === 'EEXIST';
    if (!isMadeByAnother) throw error;
  }
}

/** Removes what initialisations that were killed have left. Those of living processes stay. */
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
    // The same order and case rules on every machine, now and after its C library changed.
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
    // The socket's directory lets only its owner in.
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

function otherVersion(layout: Layout, found: string, binaries: Binaries): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The database in ${layout.data} was made by PostgreSQL ${found}, and this program brings PostgreSQL ` +
      `${binaries.major}. Either start the version that made it, export there and import here; or run a ` +
      `PostgreSQL ${found} server on it and use that; or, to begin empty, move ${layout.directory} away.`,
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
