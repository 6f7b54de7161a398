import type { Binaries } from './binaries.ts';
import type { Layout } from './layout.ts';
import type { Log } from './log.ts';
import type { Settings } from './settings.ts';

export interface Plan {
  readonly layout: Layout;
  readonly binaries: Binaries;
  readonly settings: Settings;
  /** Milliseconds. */
  readonly lockTimeout: number;
  /** Set after the first run, so that connection settings survive a restart. */
  readonly socketDirectory?: string;
  readonly log: Log;
}
