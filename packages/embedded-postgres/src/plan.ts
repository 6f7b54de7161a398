import type { Binaries } from './binaries.ts';
import type { Layout } from './layout.ts';
import type { Log } from './log.ts';
import type { Settings } from './settings.ts';

export interface Plan {
  readonly layout: Layout;
  readonly binaries: Binaries;
  readonly settings: Settings;
  /** Milliseconds to wait for another process to let go. */
  readonly lockTimeout: number;
  /** Where the socket was from the beginning; undefined before. Connection settings that were given out stay true. */
  readonly socketDirectory?: string;
  readonly log: Log;
}
