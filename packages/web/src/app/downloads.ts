import { type ReadonlySignal, signal } from '@preact/signals';
import type { RingbinderClient } from '@ringbinder/client';
import { saveBlob } from '../binder/download.ts';
import { warnBeforeLeaving } from '../binder/leaving.ts';
import { refusalOf } from '../binder/refusal.ts';
import { toast } from '../design/toast.tsx';
import { downloads as text } from '../strings/en/downloads.ts';
import { downloads } from './overlays.tsx';
import { receiveBlob } from './receive-blob.ts';

/** How far a download has come. */
export type DownloadState =
  /** The server puts it together. */
  | { status: 'preparing' }
  /** In bytes. */
  | { status: 'receiving'; received: number; total: number }
  | { status: 'refused'; message: string };

/** What the server puts together and the browser saves, beside whatever else is done. */
export interface Download {
  /** What it is of. */
  readonly name: string;
  readonly state: ReadonlySignal<DownloadState>;
  /** Begins anew what was refused. */
  retry(): void;
  /** Cancels what is on its way, and takes away what was refused. */
  remove(): void;
}

/** What is to be downloaded, and what the browser saves it as. */
export interface Wanted {
  name: string;
  /** Below the base address of the API. */
  path: string;
  fileName: string;
}

/** Begins a download that is listed until it is saved or taken away. One that is on its way already goes on. */
export function startDownload(client: RingbinderClient, { name, path, fileName }: Wanted): void {
  if (downloads.peek().some((each) => each.name === name && each.state.peek().status !== 'refused')) return;
  const state = signal<DownloadState>({ status: 'preparing' });
  let abort = new AbortController();
  const end = () => {
    warnBeforeLeaving(path, false);
    downloads.value = downloads.peek().filter((each) => each !== download);
  };
  const download: Download = {
    name,
    state,
    retry: () => void run(),
    remove() {
      abort.abort();
      end();
    },
  };
  downloads.value = [...downloads.peek().filter((each) => each.name !== name), download];
  void run();

  async function run(): Promise<void> {
    abort = new AbortController();
    const { signal } = abort;
    state.value = { status: 'preparing' };
    warnBeforeLeaving(path, true);
    try {
      const onProgress = (received: number, total: number) => {
        state.value = { status: 'receiving', received, total };
      };
      saveBlob(await receiveBlob(client, path, { signal, onProgress }), fileName);
      end();
      toast(text.saved(name));
    } catch (error) {
      if (signal.aborted) return;
      warnBeforeLeaving(path, false);
      state.value = { status: 'refused', message: sentenceOf(error) };
    }
  }
}

function sentenceOf(error: unknown): string {
  return refusalOf(error, { 0: text.lost, 503: text.busy }).message;
}
