import type { BinderState } from '@ringbinder/client';
import type { File } from '@ringbinder/protocol';
import { useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { SectionHead } from '../binder/section.tsx';
import { formatBytes } from '../design/format.ts';
import { Glyph } from '../design/glyph.tsx';
import { toast, toastError } from '../design/toast.tsx';
import { pages as text } from '../strings/messages/pages.ts';
import type { PageActions } from './actions.ts';
import { useFileDownload } from './use-file-download.ts';

const GUIDE = '/docs/guides/operating#office-documents';

/** Omits files that were later uploaded successfully. */
export function unconvertedFiles({ files }: BinderState): File[] {
  const isReplaced = ({ name, created_time }: File) =>
    files.some((each) => each.name === name && each.total_pages > 0 && each.created_time > created_time);
  return files
    .filter((file) => file.conversion !== undefined && file.total_pages === 0 && !isReplaced(file))
    .toSorted((one, other) => other.created_time - one.created_time);
}

export function unconvertedPath({ links }: BinderContext, { id }: File): string {
  return `${links.section('pages')}?file=${id}`;
}

export function UnconvertedFiles({ binder, files }: { binder: BinderContext; files: readonly File[] }) {
  if (files.length === 0) return null;
  return (
    <section class="section-group" aria-label={text.unshown.title}>
      <h3>{text.unshown.title}</h3>
      <ul class="page-grid">
        {files.map((file) => (
          <li key={file.id}>
            <article class="page-card">
              <a class="page-picture" href={unconvertedPath(binder, file)}>
                <span class="no-picture">
                  <Glyph name="document" />
                </span>
                <span class="hidden-visually">{file.name}</span>
              </a>
              <div class="page-foot">
                <div>
                  <span dir="auto" class="page-name" title={file.name} aria-hidden="true">
                    {file.name}
                  </span>
                  <span class="muted small">{text.unshown.short[file.conversion ?? 'failed']}</span>
                </div>
              </div>
            </article>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface UnconvertedFileProps {
  binder: BinderContext;
  actions: PageActions;
  file: File;
}

export function UnconvertedFile({ binder, actions, file }: UnconvertedFileProps) {
  const { isBusy, download } = useFileDownload(actions, file);
  const [isConverting, setIsConverting] = useState(false);
  const convert = async () => {
    if (isConverting) return;
    setIsConverting(true);
    try {
      const { page_ids, conversion } = await actions.makePages(file.id);
      const [first] = page_ids;
      if (first !== undefined) binder.navigate(binder.links.page(first), 'replace');
      else toast(text.unshown.why[conversion ?? 'failed']);
    } catch (error) {
      toastError((error as Error).message);
    }
    setIsConverting(false);
  };
  const reason = file.conversion ?? 'failed';
  return (
    <div class="section-page">
      <SectionHead title={file.name} back={{ href: binder.links.section('pages'), label: text.back }} />
      <div class="empty">
        <Glyph name="document" />
        <h3>{text.unshown.heading[reason]}</h3>
        <p>{text.unshown.why[reason]}</p>
        <p>
          {text.unshown.what[reason]}{' '}
          {reason === 'unavailable' && (
            <a href={GUIDE} target="_blank" rel="noreferrer">
              {text.unshown.guide}
            </a>
          )}
        </p>
        <button type="button" class="button primary" aria-disabled={isBusy} onClick={download}>
          {isBusy ? text.downloading : text.unshown.download(formatBytes(file.size))}
        </button>
        {binder.canWrite.value && (
          <button type="button" class="button" aria-disabled={isConverting} onClick={convert}>
            {text.unshown.again}
          </button>
        )}
      </div>
    </div>
  );
}
