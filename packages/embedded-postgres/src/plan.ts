import type { Binaries } from './binaries.ts';
import type { Layout } from './layout.ts';
import type { Log } from './log.ts';
import type { Settings } from './settings.ts';

export interface Plan {
  readonly layout: Layout;
  readonly binaries: Binaries;
  readonly settings: Settings;
  readonly lockTimeout: number;
  /** Set after the first start, so that a restart uses the same socket. */
  readonly socketDirectory?: string;
  readonly log: Log;
}
