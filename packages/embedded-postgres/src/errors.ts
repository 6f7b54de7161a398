export type Remedy = 'directory' | 'server';

/** The first line names the problem and the remedy. PostgreSQL's log may follow. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
  /** The setting to change: data directory or server. Undefined if neither would help. */
  readonly remedy: Remedy | undefined;

  constructor(message: string, { cause, remedy }: { cause?: unknown; remedy?: Remedy } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.remedy = remedy;
  }
}

export class DataDirectoryInUse extends EmbeddedPostgresError {
  override name = 'DataDirectoryInUse';

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

export class DataDirectoryGone extends EmbeddedPostgresError {
  override name = 'DataDirectoryGone';

  constructor(directory: string) {
    super(
      `The directory ${directory} is gone, with the database in it. If its disk was unmounted, mount it, and start again; ` +
        `else restore the directory from a backup first.`,
    );
  }
}

/** The server is still recovering. The next start adopts it. */
export class NotReadyYet extends EmbeddedPostgresError {
  override name = 'NotReadyYet';
}

export function diskFull(directory: string): NodeJS.ErrnoException {
  const details = { code: 'ENOSPC', syscall: 'write', path: directory };
  return Object.assign(new Error(`ENOSPC: no space left on device, write '${directory}'`), details);
}

export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
