import { formatBytes, formatPercent } from '../design/format.ts';
import { Glyph } from '../design/glyph.tsx';
import { Alert } from '../design/states.tsx';
import { pages as text } from '../strings/messages/pages.ts';
import type { Upload, Uploads } from './uploads.ts';

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

function UploadRow({ upload, uploads }: { upload: Upload; uploads: Uploads }) {
  const { key, file, state } = upload;
  const isRefused = state.status === 'refused';
  const isPaused = state.status === 'paused';
  const button = (label: string, sentenceOf: string, act: () => void, quiet = '') => (
    <button type="button" class={`button compact ${quiet}`} aria-label={label} onClick={act}>
      {sentenceOf}
    </button>
  );
  return (
    <li class="page-upload">
      <Glyph name="file" />
      <div class="upload-about">
        <span class="upload-name">
          <bdi>{file.name}</bdi> <span class="muted small">{formatBytes(file.size)}</span>
        </span>
        {(state.status === 'sending' || isPaused) && (
          <progress
            class="progress"
            aria-label={file.name}
            {...(state.part < 1 && { value: state.part, max: 1 })}
          />
        )}
        <Alert>{isRefused && said(upload)}</Alert>
        {!isRefused && <span class="small muted">{said(upload)}</span>}
      </div>
      <div class="upload-actions">
        {state.status === 'sending' &&
          state.part < 1 &&
          button(text.pauseLabel(file.name), text.pause, () => uploads.pause(key))}
        {isPaused && button(text.resumeLabel(file.name), text.resume, () => uploads.resume(key))}
        {isRefused && button(text.retryLabel(file.name), text.retry, () => uploads.resume(key))}
        {isRefused
          ? button(text.dismissLabel(file.name), text.dismiss, () => uploads.remove(key), 'quiet')
          : button(text.cancelLabel(file.name), text.cancel, () => uploads.remove(key), 'quiet')}
      </div>
    </li>
  );
}

function said({ state, isStored }: Upload): string {
  switch (state.status) {
    case 'waiting':
      return text.waiting;
    case 'refused':
      return state.message;
    case 'paused':
      return text.paused(formatPercent(state.part));
    case 'sending':
      if (state.isOffline) return text.offline(formatPercent(state.part));
      if (state.part >= 1) return text.processing;
      return isStored ? text.goesOn(formatPercent(state.part)) : formatPercent(state.part);
  }
}
