import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './errors.ts';
import { type Owner, ownerOf } from './ownership.ts';

/** PostgreSQL refuses to run as root. This is how its programs are run instead, and whose its files are. */
export interface RunAs {
  readonly mode: 'same user' | 'user namespace' | 'other user';
  readonly owner: Owner;
  /** A program, with its arguments, that runs the program given after it. Empty: none is needed. */
  readonly wrapper: readonly string[];
}

/**
 * Chooses how to run PostgreSQL on `directory`, which may exist or not. As an ordinary user: as that user. As root:
 * as the ordinary user who owns the directory already; else in a user namespace, where root's files seem to be
 * nobody's, so that it works below a 0700 directory such as /root; else (namespaces are closed in most containers)
 * as nobody, who must then own the directory.
 * Throws EmbeddedPostgresError where root cannot do any of these.
 */
export async function chooseRunAs(directory: string): Promise<RunAs> {
  const uid = process.geteuid?.() ?? -1;
  const self = { uid, gid: process.getegid?.() ?? -1 };
  const current = await ownerOf(directory);
  const nobody = await nobodyAccount();
  if (uid !== 0) {
    // initdb looks its user up by name; `docker run --user 1234` has none.
    const wrapper = hasAccount() ? undefined : await namespaceWrapper(nobody);
    return wrapper === undefined
      ? { mode: 'same user', owner: self, wrapper: [] }
      : { mode: 'user namespace', owner: self, wrapper };
  }
  if (process.platform !== 'linux') {
    throw new EmbeddedPostgresError(
      'PostgreSQL refuses to run as root. Start this program as an ordinary user.',
    );
  }
  if (current !== undefined && current.uid !== 0 && current.uid !== nobody.uid) {
    return { mode: 'other user', owner: current, wrapper: [] };
  }
  const wrapper = await namespaceWrapper(nobody);
  return wrapper === undefined
    ? { mode: 'other user', owner: nobody, wrapper: [] }
    : { mode: 'user namespace', owner: self, wrapper };
}

/** Throws EmbeddedPostgresError when this is an ordinary user and the existing directory another's: PostgreSQL insists. */
export async function assertOwn(directory: string): Promise<void> {
  const uid = process.geteuid?.();
  const owner = await ownerOf(directory);
  if (uid === 0 || owner === undefined || owner.uid === uid) return;
  throw new EmbeddedPostgresError(
    `The directory ${directory} belongs to user id ${owner.uid}, and this is user id ${uid}. ` +
      `Start this program as that user, or give the directory away: chown -R ${uid} ${directory}`,
  );
}

/** What to give to child_process.spawn to run a program that way. */
export function commandAs(runAs: RunAs, file: string, args: readonly string[]) {
  const [program, ...rest] = [...runAs.wrapper, file, ...args];
  const ids = runAs.mode === 'other user' ? runAs.owner : {};
  return { file: program ?? file, args: rest, ids };
}

/** PostgreSQL's programs see only this: nothing of PGOPTIONS and the like, and messages in English, which we read. */
export const programEnvironment = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Tried out, for sysctls, seccomp filters and an unshare without these options (busybox) all close it. 3 ms. */
async function namespaceWrapper(inner: Owner): Promise<readonly string[] | undefined> {
  const wrapper = ['unshare', '--user', `--map-user=${inner.uid}`, `--map-group=${inner.gid}`];
  const [program = '', ...args] = wrapper;
  return promisify(execFile)(program, [...args, 'true'], { timeout: 5_000 }).then(
    () => wrapper,
    () => undefined,
  );
}

async function nobodyAccount(): Promise<Owner> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const match = /^nobody:[^:]*:(\d+):(\d+):/m.exec(passwd);
  return match === null ? { uid: 65534, gid: 65534 } : { uid: Number(match[1]), gid: Number(match[2]) };
}

function hasAccount(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}
