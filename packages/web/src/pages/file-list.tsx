import type { BinderState } from '@ringbinder/client';
import type { File } from '@ringbinder/protocol';
import { useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { formatBytes } from '../design/format.ts';
import { Glyph } from '../design/glyph.tsx';
import { lazy } from '../design/states.tsx';
import { RelativeTime } from '../design/time.tsx';
import { pages as text } from '../strings/messages/pages.ts';
import type { PageActions } from './actions.ts';
import { useFileDownload } from './use-file-download.ts';

interface FileListProps {
  binder: BinderContext;
  actions: PageActions;
  state: BinderState;
}

const DeleteFile = lazy(() => import('./delete-file.tsx').then((module) => module.DeleteFile), 'quiet');
const FIRST_ROWS = 100;

export function FileList({ binder, actions, state }: FileListProps) {
  const [limit, setLimit] = useState(FIRST_ROWS);
  const files = state.files.toSorted((one, other) => other.created_time - one.created_time);
  if (files.length === 0) {
    return (
      <div class="empty">
        <Glyph name="file" />
        <h3>{text.noFiles}</h3>
        <p>{text.noFilesHint}</p>
      </div>
    );
  }
  return (
    <>
      <ul class="rows">
        {files.slice(0, limit).map((file) => (
          <FileRow
            key={file.id}
            binder={binder}
            actions={actions}
            file={file}
            firstPage={state.pages.find(({ file_id }) => file_id === file.id)?.id}
          />
        ))}
      </ul>
      {files.length > limit && (
        <button type="button" class="button compact quiet" onClick={() => setLimit(limit + FIRST_ROWS)}>
          {text.more}
        </button>
      )}
    </>
  );
}

interface FileRowProps {
  binder: BinderContext;
  actions: PageActions;
  file: File;
  firstPage: number | undefined;
}

function FileRow({ binder, actions, file, firstPage }: FileRowProps) {
  const { isBusy, download } = useFileDownload(actions, file);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <li class="file-row">
      <Glyph name="file" />
      <div class="file-about">
        {firstPage === undefined ? (
          <strong dir="auto">{file.name}</strong>
        ) : (
          <a dir="auto" href={binder.links.page(firstPage)}>
            {file.name}
          </a>
        )}
        <span class="muted small">
          {formatBytes(file.size)}
          {` · ${text.pagesOf(file.total_pages)} · ${text.fileAbout(file.user.name)} `}
          <RelativeTime at={file.created_time} />
        </span>
      </div>
      <button
        type="button"
        class="button compact"
        aria-label={text.downloadLabel(file.name)}
        aria-disabled={isBusy}
        onClick={download}
      >
        {isBusy ? text.downloading : text.download}
      </button>
      {binder.canWrite.value && (
        <button
          type="button"
          class="button icon quiet"
          aria-label={text.deleteFile.label(file.name)}
          title={text.deleteFile.label(file.name)}
          onClick={() => setIsAsking(true)}
        >
          <Glyph name="trash" />
        </button>
      )}
      {isAsking && (
        <DeleteFile file={file} remove={() => actions.removeFile(file.id)} close={() => setIsAsking(false)} />
      )}
    </li>
  );
}
