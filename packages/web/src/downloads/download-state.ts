import { type ReadonlySignal, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

/** How far a download has come. */
export type DownloadState =
  /** The server puts it together. */
  | { status: 'preparing' }
  /** In bytes. */
  | { status: 'receiving'; received: number; total: number }
  | { status: 'refused'; message: string };

/** What the server puts together and the browser saves, beside whatever else is done. */
export interface Download {
  /** Of the file that the browser saves. */
  readonly name: string;
  readonly path: string;
  readonly state: ReadonlySignal<DownloadState>;
  /** Begins anew what was refused. */
  retry(): void;
  /** Cancels what is on its way, and takes away what was refused. */
  remove(): void;
}

/** What is being downloaded while the app is used, or could not be. */
export const downloads = signal<readonly Download[]>([]);

/** The list of downloads at the foot of the app, once there is one: its parts are loaded later. */
export const footer = signal<ComponentChildren>(undefined);
