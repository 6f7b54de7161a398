import type { BinderState } from '@ringbinder/client';
import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { nameOf } from '../binder/page-name.ts';
import { lastShownId, useReturn } from '../binder/return.ts';
import { Glyph } from '../design/glyph.tsx';
import { toast } from '../design/toast.tsx';
import { pages as text } from '../strings/en/pages.ts';
import type { PageActions } from './actions.ts';
import { BulkBar } from './bulk-bar.tsx';
import { PageCard } from './card.tsx';
import { deletionsOf } from './deletion.ts';
import { focusCard, readGridKey } from './grid-keys.ts';
import { createSelection } from './selection.ts';

interface PageGridProps {
  binder: BinderContext;
  actions: PageActions;
  state: BinderState;
}

/** So many more are drawn each time the end comes near. */
const STEP = 120;
/** What a dragged page is called, so that it is not taken for a file. */
const DRAGGED = 'application/x-ringbinder-page';

export function PageGrid({ binder, actions, state }: PageGridProps) {
  const { pages } = state;
  const key = `${binder.id}/pages`;
  const list = useRef<HTMLUListElement>(null);
  const [limit, setLimit] = useState(() => pages.findIndex(({ id }) => id === lastShownId(key)) + 1 + STEP);
  useReturn(key, list);
  const [said, setSaid] = useState('');
  const [drag, setDrag] = useState<{ id: number; gap?: number }>();
  const end = useNearEnd(() => setLimit((before) => before + STEP));
  /** A card that is moved by keys keeps the focus, which browsers take from what is moved. */
  const focused = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (focused.current !== undefined && document.activeElement === document.body)
      focusCard(list.current, focused.current);
  }, [pages]);
  const canWrite = binder.canWrite.value;
  const shown = useRef(pages);
  shown.current = pages;
  const selection = useMemo(() => createSelection(() => shown.current.map(({ id }) => id)), [binder.id]);
  const deletions = deletionsOf(actions);
  const chosen = pages.filter(({ id }) => selection.ids.value.has(id));
  const bulk = canWrite && (
    <BulkBar binder={binder} state={state} selection={selection} deletions={deletions} />
  );
  if (pages.length === 0) {
    return (
      <div class="empty drop-hint">
        <Glyph name="upload" />
        <h3>{text.empty}</h3>
        <p>{canWrite ? text.emptyHint : text.emptyReadOnly}</p>
        {bulk}
      </div>
    );
  }
  const isChosen = (id: number) => selection.ids.value.has(id);
  const move = async (page: PageWithoutAnnotations, index: number) => {
    setSaid(text.moved(nameOf(page), index + 1, pages.length));
    try {
      await actions.move(page, index);
    } catch (error) {
      toast((error as Error).message);
    }
  };
  /** Takes a page to a gap between others; one that is chosen takes the others along. */
  const moveTo = async (page: PageWithoutAnnotations, gap: number) => {
    const moved = chosen.includes(page) ? chosen : [page];
    const index = pages.slice(0, Math.max(0, gap)).filter((each) => !moved.includes(each)).length;
    if (moved.length === 1) {
      if (index !== pages.indexOf(page)) await move(page, index);
      return;
    }
    setSaid(text.movedAll(moved.length, index + 1, pages.length));
    await actions.moveAll(moved, index).catch((error: Error) => toast(error.message));
  };
  /** Takes a page, or all that are chosen with it, by places before the first or behind the last of them. */
  const moveBy = (page: PageWithoutAnnotations, by: number) => {
    const places = (chosen.includes(page) ? chosen : [page]).map((each) => pages.indexOf(each));
    return moveTo(page, by < 0 ? Math.min(...places) + by : Math.max(...places) + by + 1);
  };
  const drop = async () => {
    setDrag(undefined);
    const page = pages.find(({ id }) => id === drag?.id);
    if (page && drag?.gap !== undefined) await moveTo(page, drag.gap);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Menus and dialogs of cards have keys of their own.
    if ((event.target as HTMLElement).closest('dialog, [role=menu]')) return;
    const key = list.current ? readGridKey(list.current, event) : undefined;
    const at = pages.findIndex(({ id }) => id === key?.id);
    const page = pages[at];
    if (key && page && (canWrite || !key.isMove)) {
      event.preventDefault();
      if (key.isMove) {
        focused.current = page.id;
        void moveBy(page, key.by);
      } else {
        const drawn = pages.slice(0, limit);
        const to = drawn[Math.max(0, Math.min(drawn.length - 1, at + key.by))];
        if (to) focusCard(list.current, to.id);
      }
      return;
    }
    if (!canWrite) return;
    if (event.key === 'Escape' && chosen.length > 0) selection.clear();
    else if (event.key === 'Delete' && chosen.length > 0) {
      selection.clear();
      deletions.remove(chosen);
    } else if (event.key === 'a' && (event.ctrlKey || event.metaKey))
      selection.choose(pages.map(({ id }) => id));
    else return;
    event.preventDefault();
  };
  return (
    <>
      <ul
        class="page-grid"
        aria-label={text.grid}
        ref={list}
        data-selecting={chosen.length > 0}
        onKeyDown={onKeyDown}
      >
        {pages.slice(0, limit).map((page, index) => (
          <li
            key={page.id}
            data-page={page.id}
            draggable={canWrite}
            data-dragged={
              drag !== undefined && (drag.id === page.id || (isChosen(drag.id) && isChosen(page.id)))
            }
            data-drop={drag?.gap === index ? 'before' : drag?.gap === index + 1 ? 'after' : undefined}
            onDragStart={(event) => {
              event.dataTransfer?.setData(DRAGGED, String(page.id));
              setDrag({ id: page.id });
            }}
            onDragOver={(event) => {
              if (!drag) return;
              event.preventDefault();
              const { left, width } = event.currentTarget.getBoundingClientRect();
              const gap = index + (event.clientX > left + width / 2 ? 1 : 0);
              if (drag.gap !== gap) setDrag({ ...drag, gap });
            }}
            onDrop={(event) => {
              if (!drag) return;
              event.preventDefault();
              drop();
            }}
            onDragEnd={() => setDrag(undefined)}
          >
            <PageCard
              binder={binder}
              actions={actions}
              state={state}
              page={page}
              deletions={deletions}
              {...(canWrite && { selection })}
              {...(canWrite && index > 0 && { moveEarlier: () => move(page, index - 1) })}
              {...(canWrite && index < pages.length - 1 && { moveLater: () => move(page, index + 1) })}
            />
          </li>
        ))}
      </ul>
      {bulk}
      {pages.length > limit && <div ref={end} />}
      <p class="hidden-visually" role="status">
        {said}
      </p>
    </>
  );
}

/** What calls a function when it comes near to what is seen. */
function useNearEnd(reach: () => void) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && reach(),
      { rootMargin: '800px' },
    );
    observer.observe(current);
    return () => observer.disconnect();
  });
  return element;
}
