import { StartupError } from '../startup-error.ts';

export { diskFull, errorCode, explainFileError } from '../file-error.ts';
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

/** The data directory was deleted, or its disk unmounted, under the running server. */
export class DataDirectoryGone extends StartupError {
  override name = 'DataDirectoryGone';

  constructor(directory: string) {
    super(
      `The directory ${directory} is gone, with the database in it. If its disk was unmounted, mount it, and start again; ` +
        `else restore DATA_DIR from a backup first.`,
    );
  }
}

/** The database still recovers after a long wait. It is left to finish that, and the next start takes it over. */
export class NotReadyYet extends StartupError {
  override name = 'NotReadyYet';
}
