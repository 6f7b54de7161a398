import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import type { PageDocument } from '../binder/documents.ts';
import { saveBlob } from '../binder/download.ts';
import { kindOf } from '../binder/page-kind.ts';
import { Dialog } from '../design/dialog.tsx';
import { formatBytes } from '../design/format.ts';
import { Glyph } from '../design/glyph.tsx';
import { Badge, Failed, lazy, Skeleton } from '../design/states.tsx';
import { RelativeTime } from '../design/time.tsx';
import { toast, toastError } from '../design/toast.tsx';
import type { PageActions } from '../pages/actions.ts';
import { versions as text } from '../strings/messages/versions.ts';
import { type FileVersion, type VersionCalls, type Versions, versionCalls } from './calls.ts';

const Comparison = lazy(() => import('./comparison.tsx').then(({ Comparison }) => Comparison), 'quiet');

interface VersionsDialogProps {
  binder: BinderContext;
  actions: PageActions;
  document: Pick<PageDocument, 'name' | 'pages'>;
  close: () => void;
}

export function VersionsDialog({ binder, actions, document, close }: VersionsDialogProps) {
  const [first] = document.pages;
  const pageId = first?.id ?? 0;
  const calls = useMemo(() => versionCalls(binder, pageId), [binder, pageId]);
  const { versions, failure, load } = useVersions(calls, first?.file_id);
  const { isBusy, attempt } = useBusy();
  const input = useRef<HTMLInputElement>(null);
  const [compared, setCompared] = useState<FileVersion>();
  const list = versions?.list ?? [];
  const numberOf = (version: FileVersion) => text.version(list.length - list.indexOf(version));
  const canWrite = binder.canWrite.value;
  const [current] = list;
  const change = (call: Promise<void>, done: string) =>
    attempt(async () => {
      await call;
      toast(done);
      await load();
    });
  return (
    <>
      <Dialog title={text.title(document.name)} close={close} wide>
        {canWrite && <p class="muted small">{text.hint}</p>}
        {failure && <Failed message={failure} retry={() => void load()} />}
        {!versions && !failure && <Skeleton rows={2} />}
        <ul class="rows versions">
          {list.map((version) => (
            <VersionRow
              key={version.file_id}
              version={version}
              label={numberOf(version)}
              download={() =>
                attempt(async () => saveBlob(await actions.download(version.file_id), version.name))
              }
              compare={
                version !== current && first && kindOf(first).viewer === 'tiles'
                  ? () => setCompared(version)
                  : undefined
              }
              restore={
                version !== current && canWrite
                  ? () => change(calls.restore(version), text.restored)
                  : undefined
              }
            />
          ))}
        </ul>
        <div class="choose">
          <button type="button" class="button compact quiet" onClick={close}>
            {text.close}
          </button>
          {canWrite && (
            <>
              <button
                type="button"
                class="button compact primary"
                aria-disabled={isBusy}
                onClick={() => isBusy || input.current?.click()}
              >
                <Glyph name="upload" />
                {isBusy ? text.uploading : text.upload}
              </button>
              <input
                ref={input}
                class="hidden-visually"
                type="file"
                tabIndex={-1}
                aria-label={text.uploadLabel}
                onChange={({ currentTarget }) => {
                  const [file] = currentTarget.files ?? [];
                  if (file) change(calls.replace(file), text.uploaded);
                  currentTarget.value = '';
                }}
              />
            </>
          )}
        </div>
      </Dialog>
      {compared && current && (
        <Comparison
          binder={binder}
          name={document.name}
          calls={calls}
          versions={list.map((version) => ({ version, label: numberOf(version) }))}
          sides={[compared, current]}
          close={() => setCompared(undefined)}
        />
      )}
    </>
  );
}

function useVersions(calls: VersionCalls, fileId: string | undefined) {
  const [versions, setVersions] = useState<Versions>();
  const [failure, setFailure] = useState('');
  const load = () =>
    calls.list().then(
      (found) => {
        setVersions(found);
        setFailure('');
      },
      (error) => setFailure((error as Error).message),
    );
  useEffect(() => void load(), [calls, fileId]);
  return { versions, failure, load };
}

function useBusy() {
  const [isBusy, setIsBusy] = useState(false);
  const attempt = async (work: () => Promise<void>) => {
    setIsBusy(true);
    await work().catch((error) => toastError((error as Error).message));
    setIsBusy(false);
  };
  return { isBusy, attempt };
}

interface VersionRowProps {
  version: FileVersion;
  label: string;
  download: () => void;
  compare: (() => void) | undefined;
  restore: (() => void) | undefined;
}

function VersionRow({ version, label, download, compare, restore }: VersionRowProps) {
  const { name, user, created_time, size, total_pages, is_current } = version;
  return (
    <li class="file-row">
      <div class="file-about">
        <span>
          <strong>{label}</strong> {is_current && <Badge tone="good">{text.current}</Badge>}
        </span>
        <span dir="auto" class="small">
          {name}
        </span>
        <span class="muted small">
          {user.name}
          {' · '}
          <RelativeTime at={created_time} />
          {` · ${formatBytes(size)} · ${text.pages(total_pages)}`}
        </span>
      </div>
      <span class="upload-actions">
        {compare && (
          <button
            type="button"
            class="button compact"
            aria-label={text.compareLabel(label)}
            onClick={compare}
          >
            {text.compare}
          </button>
        )}
        {restore && (
          <button
            type="button"
            class="button compact"
            aria-label={text.restoreLabel(label)}
            onClick={restore}
          >
            {text.restore}
          </button>
        )}
        <button
          type="button"
          class="button icon quiet"
          aria-label={text.download(label)}
          title={text.download(label)}
          onClick={download}
        >
          <Glyph name="download" />
        </button>
      </span>
    </li>
  );
}
