import { signal } from '@preact/signals';
import { errorOf, type RingbinderClient, RingbinderError } from '@ringbinder/client';
import { createElement } from 'preact';
import { saveBlob } from '../binder/download.ts';
import { warnBeforeLeaving } from '../binder/leaving.ts';
import { refusalOf } from '../binder/refusal.ts';
import { toast } from '../design/toast.tsx';
import { downloads as text } from '../strings/messages/downloads.ts';
import { DownloadList } from './download-list.tsx';
import { type Download, type DownloadState, downloads, footer } from './download-state.ts';

export interface DownloadRequest {
  /** Relative to the API's base address. */
  path: string;
  fileName: string;
}

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

interface ReceiveOptions {
  signal: AbortSignal;
  onProgress: (received: number, total: number) => void;
}

/**
 * Uses XMLHttpRequest, because it reports progress, and because browsers store its large responses on disk.
 * Throws RingbinderError, or the abort reason of `signal`.
 */
async function receiveBlob(
  client: Pick<RingbinderClient, 'baseUrl' | 'token'>,
  path: string,
  { signal, onProgress }: ReceiveOptions,
): Promise<Blob> {
  const token = await client.token();
  const { status, response } = await new Promise<{ status: number; response: Blob | null }>(
    (resolve, reject) => {
      signal.throwIfAborted();
      const request = new XMLHttpRequest();
      request.open('GET', `${client.baseUrl}/${path}`);
      request.responseType = 'blob';
      request.setRequestHeader('authorization', `Bearer ${token}`);
      request.onprogress = ({ loaded, total }) => onProgress(loaded, total);
      request.onload = () => resolve(request);
      request.onerror = () => resolve({ status: 0, response: null });
      request.onabort = () => reject(signal.reason);
      signal.addEventListener('abort', () => request.abort());
      request.send();
    },
  );
  if (status === 200 && response) return response;
  // The message is empty, because callers show their own message for status 0.
  if (!response) throw new RingbinderError('', { status, code: '' });
  const body: unknown = JSON.parse(await response.text().catch(() => 'null'));
  throw errorOf(status, body);
}
