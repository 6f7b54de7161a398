import type { BinderState } from '@ringbinder/client';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { documentsOf } from '../binder/documents.ts';
import { takeFirstStep } from '../binder/first-step.ts';
import { SectionHead } from '../binder/section.tsx';
import { Glyph } from '../design/glyph.tsx';
import { toast } from '../design/toast.tsx';
import { PreparingList } from '../recordings/preparing.tsx';
import { useRecordings } from '../recordings/use-recordings.ts';
import { pages as text } from '../strings/messages/pages.ts';
import type { PageActions } from './actions.ts';
import { createArrangement } from './arrangement.ts';
import { DocumentList } from './documents.tsx';
import { useFileDrop } from './file-drop.ts';
import { FileList } from './file-list.tsx';
import { NewPageButtons } from './new-page.tsx';
import { UnconvertedFiles, unconvertedFiles } from './unconverted.tsx';
import { UploadList } from './upload-list.tsx';
import { uploadsOf } from './uploads.ts';

interface LibraryProps {
  binder: BinderContext;
  actions: PageActions;
  state: BinderState;
}

export function Library({ binder, actions, state }: LibraryProps) {
  const [view, setView] = useState<'pages' | 'files'>('pages');
  const area = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takeFirstStep(binder, 'pages')) input.current?.click();
  }, []);
  const uploads = uploadsOf(binder, binder.id);
  uploads.follow(binder.state);
  const recordings = useRecordings(binder);
  const canWrite = binder.canWrite.value;
  const add = (files: readonly File[]) =>
    uploads.add(files, (fileId, file) => {
      const uploadedFile = binder.state.peek()?.files.find(({ id }) => id === fileId);
      const announcement = uploadedFile?.conversion
        ? text.unshown.kept
        : uploadedFile?.total_pages === 0
          ? text.kept
          : text.uploaded;
      toast(announcement(file.name));
    });
  const isOver = useFileDrop(area, { isOn: canWrite, add });
  const documents = documentsOf(state.pages);
  const arrangement = useMemo(() => createArrangement(binder.id), [binder.id]);
  const counts = { pages: documents.length, files: state.files.length };
  return (
    <div class="section-page wide" ref={area} data-over={isOver}>
      <SectionHead title={text.title}>
        <fieldset class="segments">
          <legend class="hidden-visually">{text.view}</legend>
          {(['pages', 'files'] as const).map((each) => (
            <label key={each}>
              <input
                type="radio"
                name="page-view"
                value={each}
                checked={each === view}
                onChange={() => setView(each)}
              />
              <span>{text.count(text.views[each], counts[each])}</span>
            </label>
          ))}
        </fieldset>
        {canWrite && (
          <>
            <NewPageButtons binder={binder} actions={actions} />
            <button type="button" class="button compact" onClick={() => binder.record()}>
              <Glyph name="video" />
              {text.record}
            </button>
            <button type="button" class="button compact primary" onClick={() => input.current?.click()}>
              <Glyph name="upload" />
              {text.upload}
            </button>
            <input
              ref={input}
              class="hidden-visually"
              type="file"
              multiple
              tabIndex={-1}
              aria-label={text.uploadLabel}
              onChange={(event) => {
                add([...(event.currentTarget.files ?? [])]);
                event.currentTarget.value = '';
              }}
            />
          </>
        )}
      </SectionHead>
      <UploadList uploads={uploads} />
      <PreparingList recordings={recordings?.preparing ?? []} />
      {view === 'pages' ? (
        <>
          <DocumentList {...{ binder, actions, state, documents, arrangement }} />
          <UnconvertedFiles binder={binder} files={unconvertedFiles(state)} />
        </>
      ) : (
        <FileList binder={binder} actions={actions} state={state} />
      )}
      {isOver && (
        <div class="drop-here" aria-hidden="true">
          <Glyph name="upload" />
          {text.drop}
        </div>
      )}
    </div>
  );
}
