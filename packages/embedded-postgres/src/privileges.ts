import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './errors.ts';
import { type Owner, ownerOf } from './ownership.ts';

export interface RunAs {
  readonly mode: 'same user' | 'user namespace' | 'other user';
  readonly owner: Owner;
  readonly wrapper: readonly string[];
}

/**
 * PostgreSQL refuses to run as root, so root runs it as the directory's owner. If root owns the directory, a
 * user namespace maps root to `nobody`. Without namespaces, `nobody` becomes the directory's owner.
 */
export async function chooseRunAs(directory: string): Promise<RunAs> {
  const uid = process.geteuid?.() ?? -1;
  const self = { uid, gid: process.getegid?.() ?? -1 };
  const current = await ownerOf(directory);
  const nobody = await nobodyAccount();
  if (uid !== 0) {
    // initdb needs a user name, which `docker run --user 1234` lacks.
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

/** PostgreSQL rejects a directory of another user. */
export async function assertOwn(directory: string): Promise<void> {
  const uid = process.geteuid?.();
  const owner = await ownerOf(directory);
  if (uid === 0 || owner === undefined || owner.uid === uid) return;
  throw new EmbeddedPostgresError(
    `The directory ${directory} belongs to user id ${owner.uid}, and this is user id ${uid}. ` +
      `Start this program as that user, or give the directory away: chown -R ${uid} ${directory}`,
  );
}

export function commandAs(runAs: RunAs, file: string, args: readonly string[]) {
  const [program, ...rest] = [...runAs.wrapper, file, ...args];
  const ids = runAs.mode === 'other user' ? runAs.owner : {};
  return { file: program ?? file, args: rest, ids };
}

/** Omits variables such as PGOPTIONS. The language is English, because this package parses messages. */
export const programEnvironment = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Returns undefined if sysctls, seccomp filters or busybox's unshare prevent namespaces. */
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
