import { formatBytes } from '../design/format.ts';
import { Glyph } from '../design/glyph.tsx';
import { Alert } from '../design/states.tsx';
import { downloads as text } from '../strings/messages/downloads.ts';
import { type Download, type DownloadState, downloads } from './download-state.ts';

export function DownloadList() {
  const { value: list } = downloads;
  if (list.length === 0) return null;
  return (
    <section class="downloads" aria-label={text.label}>
      <ul class="rows">
        {list.map((download) => (
          <DownloadRow key={download.path} download={download} />
        ))}
      </ul>
    </section>
  );
}

function DownloadRow({ download }: { download: Download }) {
  const { name, retry, remove } = download;
  const { value: state } = download.state;
  const isRefused = state.status === 'refused';
  const part = state.status === 'receiving' && state.total > 0 ? state.received / state.total : undefined;
  return (
    <li class="page-upload">
      <Glyph name="download" />
      <div class="upload-about">
        <span dir="auto" class="upload-name">
          {name}
        </span>
        {!isRefused && (
          <progress
            class="progress"
            aria-label={text.progressOf(name)}
            {...(part !== undefined && { value: part, max: 1 })}
          />
        )}
        <Alert>{isRefused && statusOf(state)}</Alert>
        {!isRefused && <span class="small muted">{statusOf(state)}</span>}
      </div>
      <div class="upload-actions">
        {isRefused && (
          <button type="button" class="button compact" aria-label={text.retryOf(name)} onClick={retry}>
            {text.retry}
          </button>
        )}
        <button
          type="button"
          class="button compact quiet"
          aria-label={isRefused ? text.dismissOf(name) : text.cancelOf(name)}
          onClick={remove}
        >
          {isRefused ? text.dismiss : text.cancel}
        </button>
      </div>
    </li>
  );
}

function statusOf(state: DownloadState): string {
  switch (state.status) {
    case 'preparing':
      return text.preparing;
    case 'receiving':
      return state.total > 0
        ? text.received(formatBytes(state.received), formatBytes(state.total))
        : text.preparing;
    case 'refused':
      return state.message;
  }
}
