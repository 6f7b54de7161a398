import { StartupError } from '../startup-error.ts';

export { StartupError };

/** Another Ringbinder holds the data directory. Its database is left running. */
export class DataDirectoryInUse extends StartupError {
  override name = 'DataDirectoryInUse';

  /** `holder` is the process id of the other Ringbinder, where it could be found out. */
  constructor(directory: string, holder: number | undefined) {
    const who = holder === undefined ? 'another Ringbinder' : `another Ringbinder (process ${holder})`;
    super(
      `The data directory ${directory} is in use by ${who}. Stop that one first, or give this one a DATA_DIR of its own.`,
    );
  }
}

/** The database still recovers after a long wait. It is left to finish that, and the next start takes it over. */
export class NotReadyYet extends StartupError {
  override name = 'NotReadyYet';
}

/** By the code of a system error: why, and what to do. */
const reasons: Record<string, string> = {
  ENOSPC: 'the disk is full. Free some space on it, or set DATA_DIR to a directory on another disk.',
  EDQUOT: 'the disk quota is used up. Free some space, or set DATA_DIR to a directory on another disk.',
  EROFS: 'the file system is read-only. Set DATA_DIR to a directory that can be written.',
  EACCES: `this user may not. Make it writable for ${whoami()}, or set DATA_DIR to another directory.`,
  EPERM: `this user may not. Make it writable for ${whoami()}, or set DATA_DIR to another directory.`,
  ENOTDIR: 'a part of its path is not a directory. Set DATA_DIR to another directory.',
  EEXIST: 'there is a file of that name. Set DATA_DIR to another directory.',
};

/**
 * The StartupError for a failed file operation: one line that names the directory and says what to do.
 * What is a StartupError already, or not from the file system, comes back as it is.
 */
export function explainFileError(error: unknown, directory: string): unknown {
  if (!(error instanceof Error) || error instanceof StartupError || !('syscall' in error)) return error;
  const reason = reasons[errorCode(error) ?? ''] ?? error.message;
  return new StartupError(`Cannot write to the directory ${directory}: ${reason}`, { cause: error });
}

/** The StartupError for a disk without space. */
export function diskFull(directory: string): StartupError {
  return new StartupError(`Cannot write to the directory ${directory}: ${reasons.ENOSPC}`);
}

/** The `code` of a Node or PostgreSQL error (`ENOENT`, `57P03`), if it has one. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

function whoami(): string {
  return `user id ${process.geteuid?.() ?? 'of this process'}`;
}
