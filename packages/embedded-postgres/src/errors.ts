/** What solves the problem, when it is not in the message: another directory, or a PostgreSQL server run by others. */
export type Remedy = 'directory' | 'server';

/**
 * The server cannot start or continue. The message tells an operator in one line what is wrong and what to do; the last
 * lines of PostgreSQL's log may follow.
 */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
  /** Lets the caller name its setting for this. */
  readonly remedy: Remedy | undefined;

  constructor(message: string, { cause, remedy }: { cause?: unknown; remedy?: Remedy } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.remedy = remedy;
  }
}

/** Another process holds the directory. Its database is left running. */
export class DataDirectoryInUse extends EmbeddedPostgresError {
  override name = 'DataDirectoryInUse';

  /** `holder` is the id of the other process, where it could be found out. */
  constructor(directory: string, holder: number | undefined) {
    const who = holder === undefined ? 'another process' : `process ${holder}`;
    super(
      `The data directory ${directory} is in use by ${who}. Stop that one first, or choose another directory.`,
      {
        remedy: 'directory',
      },
    );
  }
}

/** The directory was deleted, or its disk unmounted, under the running server. */
export class DataDirectoryGone extends EmbeddedPostgresError {
  override name = 'DataDirectoryGone';

  constructor(directory: string) {
    super(
      `The directory ${directory} is gone, with the database in it. If its disk was unmounted, mount it, and start again; ` +
        `else restore the directory from a backup first.`,
    );
  }
}

/** The database still recovers after a long wait. It is left to finish that, and the next start takes it over. */
export class NotReadyYet extends EmbeddedPostgresError {
  override name = 'NotReadyYet';
}

/** The system error for a disk without space, which PostgreSQL reported in its own words. */
export function diskFull(directory: string): NodeJS.ErrnoException {
  const details = { code: 'ENOSPC', syscall: 'write', path: directory };
  return Object.assign(new Error(`ENOSPC: no space left on device, write '${directory}'`), details);
}

/** The `code` of a Node or PostgreSQL error (`ENOENT`, `57P03`), if it has one. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
