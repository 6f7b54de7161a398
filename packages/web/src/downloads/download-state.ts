import { type ReadonlySignal, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

export type DownloadState =
  | { status: 'preparing' }
  /** In bytes. */
  | { status: 'receiving'; received: number; total: number }
  | { status: 'refused'; message: string };

export interface Download {
  readonly name: string;
  readonly path: string;
  readonly state: ReadonlySignal<DownloadState>;
  retry(): void;
  remove(): void;
}

export const downloads = signal<readonly Download[]>([]);

export const footer = signal<ComponentChildren>(undefined);
