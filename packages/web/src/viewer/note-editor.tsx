import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { Skeleton } from '../design/states.tsx';
import { toast } from '../design/toast.tsx';
import { viewer as text } from '../strings/en/viewer.ts';
import { keepDraft, keptDraft, NoteConflict, type NoteText, readNote, saveNote } from './note-text.ts';
import { scrollFraction, scrollToFraction } from './note-view.tsx';

interface NoteEditorProps {
  binder: BinderContext;
  page: PageWithoutAnnotations;
  /** How far down one reads, of 1. */
  scrollPosition: { current: number };
  close: () => void;
}

/** Most that the API takes. */
const MAX_CHARS = 524_288;

/**
 * The whole text of a note, to be read and, by those who may write, changed. When somebody else has changed it meanwhile,
 * both texts are shown and one's own is still there to be edited: nothing is overwritten unseen.
 */
export function NoteEditor({ binder, page, scrollPosition, close }: NoteEditorProps) {
  const canWrite = binder.canWrite.value;
  const [read, setRead] = useState<NoteText>();
  const [written, setWritten] = useState('');
  const [theirs, setTheirs] = useState<NoteText>();
  const [problem, setProblem] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    let isThere = true;
    readNote(binder, page.id).then(
      (now) => {
        if (!isThere) return;
        const draft = canWrite ? keptDraft(binder, page.id) : undefined;
        setRead(draft ? { text: now.text, fileId: draft.fileId } : now);
        setWritten(draft?.text ?? now.text);
      },
      (error: Error) => isThere && setProblem(error.message),
    );
    return () => {
      isThere = false;
    };
  }, [page.id]);
  useLayoutEffect(() => {
    const { current } = field;
    if (!current) return;
    // Not at the end, where browsers begin, but where one was reading.
    current.setSelectionRange(0, 0);
    current.focus({ preventScroll: true });
    scrollToFraction(current, scrollPosition.current);
    return () => {
      scrollPosition.current = scrollFraction(current);
    };
  }, [read === undefined]);

  const isChanged = read !== undefined && written !== read.text;
  const change = (value: string) => {
    setWritten(value);
    if (read)
      keepDraft(binder, page.id, value === read.text ? undefined : { text: value, fileId: read.fileId });
  };
  const save = async (over?: NoteText) => {
    if (!read || isBusy || !canWrite) return;
    setIsBusy(true);
    setProblem('');
    try {
      await saveNote(binder, page.id, { text: written, fileId: (over ?? read).fileId });
      keepDraft(binder, page.id, undefined);
      toast(text.note.saved);
      close();
    } catch (error) {
      if (error instanceof NoteConflict) await showBoth();
      else setProblem((error as Error).message);
    } finally {
      setIsBusy(false);
    }
  };
  const showBoth = async () => {
    try {
      setTheirs(await readNote(binder, page.id));
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  const takeTheirs = () => {
    if (!theirs) return;
    setRead(theirs);
    setWritten(theirs.text);
    keepDraft(binder, page.id, undefined);
    setTheirs(undefined);
  };
  if (!read)
    return (
      <div class="note-editor">
        {problem ? (
          <p class="notice bad" role="alert">
            {problem}
          </p>
        ) : (
          <Skeleton />
        )}
      </div>
    );
  const wasChanged = page.file_id !== read.fileId && !theirs;
  return (
    <form
      class="note-editor"
      onSubmit={(event) => {
        event.preventDefault();
        void save(theirs);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !isChanged) close();
        else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save(theirs);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      {problem && (
        <p class="notice bad" role="alert">
          {problem}
        </p>
      )}
      {wasChanged && (
        <p class="notice" role="status">
          {isChanged ? text.note.changedMeanwhile : text.note.isNewer}
          <button type="button" class="button compact quiet" onClick={() => void showBoth()}>
            {text.note.showBoth}
          </button>
        </p>
      )}
      {theirs && (
        <p class="notice" role="alert">
          {text.note.conflict}
        </p>
      )}
      <div class="note-texts" data-both={theirs !== undefined}>
        <label>
          <span class="small">{theirs ? text.note.mine : text.note.text}</span>
          <textarea
            dir="auto"
            ref={field}
            value={written}
            readOnly={!canWrite}
            maxLength={MAX_CHARS}
            spellcheck
            onInput={(event) => change(event.currentTarget.value)}
          />
        </label>
        {theirs && (
          <label>
            <span class="small">{text.note.theirs}</span>
            <textarea dir="auto" value={theirs.text} readOnly />
          </label>
        )}
      </div>
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
          <button type="button" class="button compact" onClick={takeTheirs}>
            {text.note.takeTheirs}
          </button>
        )}
        <button
          type="button"
          class="button compact quiet"
          onClick={() => {
            keepDraft(binder, page.id, undefined);
            close();
          }}
        >
          {isChanged ? text.note.discard : text.note.close}
        </button>
        <span class="muted small">{canWrite ? text.note.hint : text.note.readOnly}</span>
      </div>
    </form>
  );
}
