import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { Skeleton } from '../design/states.tsx';
import { toast } from '../design/toast.tsx';
import { viewer as text } from '../strings/en/viewer.ts';
import { NoteConflict, type NoteText, readNote, saveNote, storeDraft, storedDraft } from './note-text.ts';
import { scrollFraction, scrollToFraction } from './note-view.tsx';

interface NoteEditorProps {
  binder: BinderContext;
  page: PageWithoutAnnotations;
  /** Scroll position, 0 to 1. */
  scrollPosition: { current: number };
  close: () => void;
}

/** The API's maximum. */
const MAX_CHARS = 524_288;

/**
 * The draft of a note, stored in the browser until saved.
 * @param done called after saving or discarding
 */
function useNoteDraft(binder: BinderContext, page: PageWithoutAnnotations, done: () => void) {
  const canWrite = binder.canWrite.value;
  const [read, setRead] = useState<NoteText>();
  const [written, setWritten] = useState('');
  const [theirs, setTheirs] = useState<NoteText>();
  const [problem, setProblem] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => {
    let isThere = true;
    readNote(binder, page.id).then(
      (now) => {
        if (!isThere) return;
        const draft = canWrite ? storedDraft(binder, page.id) : undefined;
        setRead(draft ? { text: now.text, fileId: draft.fileId } : now);
        setWritten(draft?.text ?? now.text);
      },
      (error: Error) => isThere && setProblem(error.message),
    );
    return () => {
      isThere = false;
    };
  }, [page.id]);
  const dropDraft = () => storeDraft(binder, page.id, undefined);
  const showBoth = async () => {
    try {
      setTheirs(await readNote(binder, page.id));
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return {
    read,
    written,
    /** Another user's newer text. */
    theirs,
    problem,
    isBusy,
    isChanged: read !== undefined && written !== read.text,
    wasChangedByOthers: read !== undefined && page.file_id !== read.fileId && !theirs,
    showBoth,
    change(value: string) {
      setWritten(value);
      if (read)
        storeDraft(binder, page.id, value === read.text ? undefined : { text: value, fileId: read.fileId });
    },
    async save() {
      if (!read || isBusy || !canWrite) return;
      setIsBusy(true);
      setProblem('');
      try {
        await saveNote(binder, page.id, { text: written, fileId: (theirs ?? read).fileId });
        dropDraft();
        toast(text.note.saved);
        done();
      } catch (error) {
        if (error instanceof NoteConflict) await showBoth();
        else setProblem((error as Error).message);
      } finally {
        setIsBusy(false);
      }
    },
    takeTheirs() {
      if (!theirs) return;
      setRead(theirs);
      setWritten(theirs.text);
      dropDraft();
      setTheirs(undefined);
    },
    discard() {
      dropDraft();
      done();
    },
  };
}

type NoteDraft = ReturnType<typeof useNoteDraft>;

/**
 * The full text of a note, with editing for members who may write. After a conflict both texts are shown and the draft
 * stays editable, so nothing is overwritten unseen.
 */
export function NoteEditor({ binder, page, scrollPosition, close }: NoteEditorProps) {
  const canWrite = binder.canWrite.value;
  const draft = useNoteDraft(binder, page, close);
  const { read, problem, isChanged } = draft;
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const { current } = field;
    if (!current) return;
    // Open at the reading position instead of the end.
    current.setSelectionRange(0, 0);
    current.focus({ preventScroll: true });
    scrollToFraction(current, scrollPosition.current);
    return () => {
      scrollPosition.current = scrollFraction(current);
    };
  }, [read === undefined]);
  const refusal = problem && (
    <p class="notice bad" role="alert">
      {problem}
    </p>
  );
  if (!read) return <div class="note-editor">{refusal || <Skeleton />}</div>;
  return (
    <form
      class="note-editor"
      onSubmit={(event) => {
        event.preventDefault();
        void draft.save();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !isChanged) close();
        else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void draft.save();
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      {refusal}
      <OthersNotice draft={draft} />
      <div class="note-texts" data-both={draft.theirs !== undefined}>
        <label>
          <span class="small">{draft.theirs ? text.note.mine : text.note.text}</span>
          <textarea
            dir="auto"
            ref={field}
            value={draft.written}
            readOnly={!canWrite}
            maxLength={MAX_CHARS}
            spellcheck
            onInput={(event) => draft.change(event.currentTarget.value)}
          />
        </label>
        {draft.theirs && (
          <label>
            <span class="small">{text.note.theirs}</span>
            <textarea dir="auto" value={draft.theirs.text} readOnly />
          </label>
        )}
      </div>
      <NoteActions draft={draft} canWrite={canWrite} />
    </form>
  );
}

function OthersNotice({ draft }: { draft: NoteDraft }) {
  if (draft.theirs)
    return (
      <p class="notice" role="alert">
        {text.note.conflict}
      </p>
    );
  if (!draft.wasChangedByOthers) return null;
  return (
    <p class="notice" role="status">
      {draft.isChanged ? text.note.changedMeanwhile : text.note.isNewer}
      <button type="button" class="button compact quiet" onClick={() => void draft.showBoth()}>
        {text.note.showBoth}
      </button>
    </p>
  );
}

function NoteActions({ draft, canWrite }: { draft: NoteDraft; canWrite: boolean }) {
  const { isBusy, isChanged, theirs } = draft;
  return (
    <div class="note-actions">
      {canWrite && (
        <button
          type="submit"
          class="button compact primary"
          aria-disabled={isBusy || (!isChanged && !theirs)}
        >
          {theirs ? text.note.saveMine : text.note.save}
        </button>
      )}
      {theirs && (
        <button type="button" class="button compact" onClick={draft.takeTheirs}>
          {text.note.takeTheirs}
        </button>
      )}
      <button type="button" class="button compact quiet" onClick={draft.discard}>
        {isChanged ? text.note.discard : text.note.close}
      </button>
      <span class="muted small">{canWrite ? text.note.hint : text.note.readOnly}</span>
    </div>
  );
}
