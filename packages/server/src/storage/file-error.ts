import { existsSync, mkdirSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartupError } from './startup-error.ts';

const reasons: Record<string, string> = {
  ENOSPC: 'the disk is full. Free some space on it, or set DATA_DIR to a directory on another disk.',
  NO_INODES:
    'the disk has no free inodes: it holds as many files as it can. Remove some, or set DATA_DIR to a directory on another disk.',
  EDQUOT: 'the disk quota is used up. Free some space, or set DATA_DIR to a directory on another disk.',
  EROFS: 'the file system is read-only. Set DATA_DIR to a directory that can be written.',
  EACCES: `this user may not. Make it writable for ${whoami()}, or set DATA_DIR to another directory.`,
  EPERM: `this user may not. Make it writable for ${whoami()}, or set DATA_DIR to another directory.`,
  ENOENT: 'it cannot be created there. Set DATA_DIR to another directory.',
  ENOTDIR: 'a part of its path is not a directory. Set DATA_DIR to another directory.',
  EMFILE: 'too many files are open. Raise the limit, as with "ulimit -n 4096".',
  ENFILE: 'too many files are open on this machine. Raise fs.file-max.',
  EEXIST: 'there is a file of that name. Set DATA_DIR to another directory.',
};

/** These errors do not concern files, even if they contain a Unix socket's path. */
const NETWORK_CALLS = new Set(['connect', 'listen', 'bind', 'getaddrinfo']);
/** Only connections cause these errors of `read` and `write`. */
const BROKEN_CONNECTION = new Set(['EPIPE', 'ECONNRESET', 'ECONNABORTED', 'ENOTCONN', 'ETIMEDOUT']);

export function explainFileError(error: unknown, directory: string): unknown {
  if (!(error instanceof Error) || error instanceof StartupError || !('syscall' in error)) return error;
  if (NETWORK_CALLS.has(String(error.syscall)) || String(error.syscall).startsWith('spawn')) return error;
  const code = errorCode(error) ?? '';
  if (BROKEN_CONNECTION.has(code)) return error;
  const reason = reasons[code === 'ENOSPC' ? spaceReason(directory) : code] ?? error.message;
  return new StartupError(`Cannot write to the directory ${directory}: ${reason}`, { cause: error });
}

/** mkdir's `recursive` hangs below /proc (Node 24). */
export function makeDirectories(path: string): void {
  const parent = dirname(path);
  if (parent !== path && !existsSync(parent)) makeDirectories(parent);
  try {
    mkdirSync(path);
  } catch (error) {
    if (!existsSync(path) || !statSync(path).isDirectory()) throw error;
  }
}

const spaceReason = (directory: string) => (lacksInodes(directory) ? 'NO_INODES' : 'ENOSPC');

/** The path need not exist. Some file systems report 0 of 0 inodes. */
export function lacksInodes(path: string): boolean {
  try {
    const { files, ffree } = statfsSync(path);
    return files > 0 && ffree === 0;
  } catch {
    const parent = dirname(path);
    return parent !== path && lacksInodes(parent);
  }
}

export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

function whoami(): string {
  return `user id ${process.geteuid?.() ?? 'of this process'}`;
}
