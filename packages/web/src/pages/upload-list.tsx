import { formatBytes } from '../design/format.ts';
import { Glyph } from '../design/glyph.tsx';
import { readersLocale } from '../design/locale.ts';
import { pages as text } from '../strings/en/pages.ts';
import type { Upload, Uploads } from './uploads.ts';

const percents = new Intl.NumberFormat(readersLocale, { style: 'percent' });

/** What is on its way, and what was refused with the reason. */
export function UploadList({ uploads }: { uploads: Uploads }) {
  const list = uploads.list.value;
  if (list.length === 0) return null;
  return (
    <section class="section-group" aria-label={text.uploads}>
      <ul class="rows">
        {list.map((upload) => (
          <UploadRow key={upload.key} upload={upload} uploads={uploads} />
        ))}
      </ul>
    </section>
  );
}

function UploadRow({ upload: { key, file, state }, uploads }: { upload: Upload; uploads: Uploads }) {
  const isRefused = state.status === 'refused';
  return (
    <li class="upload">
      <Glyph name="file" />
      <div class="upload-about">
        <span class="upload-name">
          {file.name} <span class="muted small">{formatBytes(file.size)}</span>
        </span>
        {state.status === 'sending' && (
          <progress
            class="progress"
            aria-label={file.name}
            {...(state.part < 1 && { value: state.part, max: 1 })}
          />
        )}
        <span class={`small ${isRefused ? 'wrong' : 'muted'}`} role={isRefused ? 'alert' : undefined}>
          {said(state)}
        </span>
      </div>
      {isRefused && (
        <button
          type="button"
          class="button compact"
          aria-label={text.retryLabel(file.name)}
          onClick={() => uploads.retry(key)}
        >
          {text.retry}
        </button>
      )}
      <button
        type="button"
        class="button compact quiet"
        aria-label={isRefused ? text.dismissLabel(file.name) : text.cancelLabel(file.name)}
        onClick={() => uploads.remove(key)}
      >
        {isRefused ? text.dismiss : text.cancel}
      </button>
    </li>
  );
}

function said(state: Upload['state']): string {
  switch (state.status) {
    case 'waiting':
      return text.waiting;
    case 'refused':
      return state.message;
    case 'sending':
      return state.part < 1 ? percents.format(state.part) : text.processing;
  }
}
