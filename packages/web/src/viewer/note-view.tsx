import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { isMarkdownNote } from '../binder/page-kind.ts';
import { nameOf } from '../binder/page-name.ts';
import { Alert, lazy, Skeleton } from '../design/states.tsx';
import { toastError } from '../design/toast.tsx';
import { viewer as text } from '../strings/messages/viewer.ts';
import { isCsv } from './csv.ts';
import { Markdown } from './markdown.tsx';
import { MAX_MARKDOWN_CHARS } from './note-kind.ts';
import { LIVE_EXPIRY_MS, onLiveChange, type TextChange, withChange } from './note-live.ts';
import { scrollFraction, scrollToFraction } from './note-scroll.ts';
import { type NoteText, readNote } from './note-text.ts';
import type { PageSearch } from './search.ts';
import type { StageHandle } from './stage.tsx';
import { findRanges, highlightRanges } from './text-hits.ts';

const CsvTable = lazy(() => import('./csv-table.tsx').then((module) => module.CsvTable), 'quiet');

interface NoteViewProps {
  binder: BinderContext;
  page: PageWithoutAnnotations;
  search: PageSearch;
  /** From 0 to 1. */
  scrollPosition: { current: number };
  handle: (stage: Pick<StageHandle, 'scrollBy' | 'focus'> | undefined) => void;
}

export function NoteView({ binder, page, search, scrollPosition, handle }: NoteViewProps) {
  const { written, saved, problem } = useNoteText(binder, page);
  const area = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    handle({
      scrollBy(left, top) {
        const { current } = area;
        if (!current) return false;
        const before = current.scrollTop;
        current.scrollBy(left, top);
        return current.scrollTop !== before;
      },
      focus: () => area.current?.focus({ preventScroll: true }),
    });
    return () => handle(undefined);
  }, []);
  const isRead = written !== undefined;
  useLayoutEffect(() => {
    const { current } = area;
    if (!current || !isRead) return;
    scrollToFraction(current, scrollPosition.current);
    return () => {
      scrollPosition.current = scrollFraction(current);
    };
  }, [isRead]);

  const words = search.words.value;
  const at = search.current.value;
  const index = at?.pageId === page.id ? at.index : -1;
  useLayoutEffect(() => {
    const { current } = area;
    if (!current || !words) return;
    const ranges = findRanges(current, words);
    const currentRange = ranges[Math.min(index, ranges.length - 1)];
    const unmark = highlightRanges(ranges, currentRange);
    if (currentRange) {
      const { top, height } = currentRange.getBoundingClientRect();
      const seen = current.getBoundingClientRect();
      if (top < seen.top || top + height > seen.bottom) current.scrollBy(0, top - seen.top - seen.height / 3);
    }
    return unmark;
  }, [written, words, index]);

  const isMarkdown = isMarkdownNote(page);
  // Positions in text that somebody is typing may not exist any more when a tick is saved.
  const canTick = saved?.text === written && binder.canWrite.value;
  const tick = async (index: number) => {
    if (!saved) return;
    try {
      const { tickTask } = await import('../notes/tick-task.ts');
      await tickTask(binder, page.id, saved, index);
    } catch (error) {
      toastError((error as Error).message);
    }
  };
  const body = useMemo(
    () =>
      written !== undefined &&
      (isCsv(page.original_file_name, written) ? (
        <CsvTable written={written} />
      ) : isMarkdown && written.length <= MAX_MARKDOWN_CHARS ? (
        <Markdown text={written} tick={canTick ? (index) => void tick(index) : undefined} />
      ) : (
        <pre dir="auto">{written}</pre>
      )),
    [written, isMarkdown, saved, canTick],
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach scrollable areas
    <section class="note-view" ref={area} aria-label={text.note.whole(nameOf(page))} tabIndex={0}>
      <article class="note-body" data-plain={!isMarkdown}>
        <Alert class="notice bad">{problem}</Alert>
        {problem ? null : written === undefined ? (
          <Skeleton />
        ) : written.trim() === '' ? (
          <p class="muted">{text.note.empty}</p>
        ) : (
          body
        )}
      </article>
    </section>
  );
}

/** The previous text stays until a new one has loaded. */
export function useNoteText(binder: BinderContext, page: PageWithoutAnnotations) {
  const [saved, setSaved] = useState<NoteText>();
  const [live, setLive] = useState<TextChange>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let isThere = true;
    readNote(binder, page.id).then(
      (now) => {
        if (!isThere) return;
        setSaved(now);
        setProblem('');
      },
      (error: Error) => isThere && setProblem(error.message),
    );
    return () => {
      isThere = false;
    };
  }, [page.id, page.file_id]);
  useEffect(() => onLiveChange(binder, page.id, setLive), [binder, page.id]);
  useEffect(() => {
    const expiry = setTimeout(() => setLive(undefined), LIVE_EXPIRY_MS);
    return () => clearTimeout(expiry);
  }, [live]);
  return { written: saved && withChange(saved, live), saved, problem };
}
