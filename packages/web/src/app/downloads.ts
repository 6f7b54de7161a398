import { signal } from '@preact/signals';
import type { RingbinderClient } from '@ringbinder/client';
import { createElement } from 'preact';
import { saveBlob } from '../binder/download.ts';
import { warnBeforeLeaving } from '../binder/leaving.ts';
import { refusalOf } from '../binder/refusal.ts';
import { toast } from '../design/toast.tsx';
import { downloads as text } from '../strings/en/downloads.ts';
import { DownloadList } from './download-list.tsx';
import { type Download, type DownloadState, downloads } from './download-state.ts';
import { footer } from './overlays.tsx';
import { receiveBlob } from './receive-blob.ts';

/** What is to be downloaded, and what the browser saves it as. */
export interface DownloadRequest {
  /** Below the base address of the API. */
  path: string;
  fileName: string;
}

/** Begins a download that is listed until it is saved or taken away. One that is on its way already goes on. */
export function startDownload(client: RingbinderClient, { path, fileName: name }: DownloadRequest): void {
  if (downloads.peek().some((each) => each.path === path && each.state.peek().status !== 'refused')) return;
  const state = signal<DownloadState>({ status: 'preparing' });
  let abort = new AbortController();
  const end = () => {
    warnBeforeLeaving(path, false);
    downloads.value = downloads.peek().filter((each) => each !== download);
  };
  const download: Download = {
    name,
    path,
    state,
    retry: () => void run(),
    remove() {
      abort.abort();
      end();
    },
  };
  footer.value ??= createElement(DownloadList, {});
  downloads.value = [...downloads.peek().filter((each) => each.path !== path), download];
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
      saveBlob(await receiveBlob(client, path, { signal, onProgress }), name);
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
