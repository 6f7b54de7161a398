import { type ReadonlySignal, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

export type DownloadState =
  /** The server puts it together. */
  | { status: 'preparing' }
  /** In bytes. */
  | { status: 'receiving'; received: number; total: number }
  | { status: 'refused'; message: string };

export interface Download {
  readonly name: string;
  readonly path: string;
  readonly state: ReadonlySignal<DownloadState>;
  retry(): void;
  /** Cancels what is on its way, and takes away what was refused. */
  remove(): void;
}

export const downloads = signal<readonly Download[]>([]);

/** The list of downloads at the foot of the app, once there is one: its parts are loaded later. */
export const footer = signal<ComponentChildren>(undefined);
