import type { BinderState } from '@ringbinder/client';
import type { PageWithoutAnnotations as Page } from '@ringbinder/protocol';
import type { TargetedDragEvent } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { nameOf } from '../binder/page-name.ts';
import { lastOpenedId, useReturn } from '../binder/return.ts';
import { Glyph } from '../design/glyph.tsx';
import { toast } from '../design/toast.tsx';
import { pages as text } from '../strings/en/pages.ts';
import type { PageActions } from './actions.ts';
import { BulkBar } from './bulk-bar.tsx';
import { PageCard } from './card.tsx';
import { type Deletions, deletionsOf } from './deletion.ts';
import { focusCard, readGridKey } from './grid-keys.ts';
import { createSelection, type Selection } from './selection.ts';

type Pages = readonly Page[];

interface PageGridProps {
  binder: BinderContext;
  actions: PageActions;
  state: BinderState;
}

/** Number of cards added when the user approaches the end. */
const STEP = 120;
/** Own drag type, so that a page is not mistaken for a file. */
const DRAGGED = 'application/x-ringbinder-page';

export function PageGrid({ binder, actions, state }: PageGridProps) {
  const { pages } = state;
  const key = `${binder.id}/pages`;
  const list = useRef<HTMLUListElement>(null);
  const [limit, setLimit] = useState(() => pages.findIndex(({ id }) => id === lastOpenedId(key)) + 1 + STEP);
  useReturn(key, list);
  const end = useNearEnd(() => setLimit((before) => before + STEP));
  const canWrite = binder.canWrite.value;
  const visiblePages = useRef(pages);
  visiblePages.current = pages;
  const selection = useMemo(
    () => createSelection(() => visiblePages.current.map(({ id }) => id)),
    [binder.id],
  );
  const deletions = deletionsOf(actions);
  const chosen = pages.filter(({ id }) => selection.ids.value.has(id));
  const moves = usePageMoves(actions, pages, chosen);
  const drag = usePageDrag(pages, moves.moveTo);
  const onKeyDown = useGridKeys(list, { pages, limit, chosen, canWrite, selection, deletions, moves });
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
            data-dragged={drag.isDragged(page, chosen)}
            data-drop={drag.sideOf(index)}
            {...drag.handlersFor(page, index)}
          >
            <PageCard
              binder={binder}
              actions={actions}
              state={state}
              page={page}
              deletions={deletions}
              {...(canWrite && { selection })}
              {...(canWrite && index > 0 && { moveEarlier: () => moves.move(page, index - 1) })}
              {...(canWrite && index < pages.length - 1 && { moveLater: () => moves.move(page, index + 1) })}
            />
          </li>
        ))}
      </ul>
      {bulk}
      {pages.length > limit && <div ref={end} />}
      <p class="hidden-visually" role="status">
        {moves.said}
      </p>
    </>
  );
}

/** Moves pages and announces it. A selected page moves the whole selection. */
function usePageMoves(actions: PageActions, pages: Pages, chosen: Pages) {
  const [said, setSaid] = useState('');
  const warn = (error: Error) => toast(error.message);
  const withChosen = (page: Page) => (chosen.includes(page) ? chosen : [page]);
  async function move(page: Page, index: number): Promise<void> {
    setSaid(text.moved(nameOf(page), index + 1, pages.length));
    await actions.move(page, index).catch(warn);
  }
  /** Moves a page to a gap between others. Gap 0 is before the first page. */
  async function moveTo(page: Page, gap: number): Promise<void> {
    const moved = withChosen(page);
    const index = pages.slice(0, Math.max(0, gap)).filter((each) => !moved.includes(each)).length;
    if (moved.length === 1) {
      if (index !== pages.indexOf(page)) await move(page, index);
      return;
    }
    setSaid(text.movedAll(moved.length, index + 1, pages.length));
    await actions.moveAll(moved, index).catch(warn);
  }
  /** Moves a page or the selection by a number of places: backwards from its first page, forwards from its last. */
  function moveBy(page: Page, by: number): Promise<void> {
    const places = withChosen(page).map((each) => pages.indexOf(each));
    return moveTo(page, by < 0 ? Math.min(...places) + by : Math.max(...places) + by + 1);
  }
  return { said, move, moveTo, moveBy };
}

function usePageDrag(pages: Pages, moveTo: (page: Page, gap: number) => Promise<void>) {
  const [drag, setDrag] = useState<{ id: number; gap?: number }>();
  const end = () => setDrag(undefined);
  return {
    isDragged: ({ id }: Page, chosen: Pages) => {
      const isChosen = (one: number) => chosen.some((page) => page.id === one);
      return drag !== undefined && (drag.id === id || (isChosen(drag.id) && isChosen(id)));
    },
    /** The side of a card with the drop gap. */
    sideOf: (index: number) =>
      drag?.gap === index ? 'before' : drag?.gap === index + 1 ? 'after' : undefined,
    handlersFor: ({ id }: Page, index: number) => ({
      onDragStart(event: DragEvent) {
        event.dataTransfer?.setData(DRAGGED, String(id));
        setDrag({ id });
      },
      onDragOver(event: TargetedDragEvent<HTMLLIElement>) {
        if (!drag) return;
        event.preventDefault();
        const { left, width } = event.currentTarget.getBoundingClientRect();
        const gap = index + (event.clientX > left + width / 2 ? 1 : 0);
        if (drag.gap !== gap) setDrag({ ...drag, gap });
      },
      onDrop(event: DragEvent) {
        if (!drag) return;
        event.preventDefault();
        end();
        const page = pages.find((each) => each.id === drag.id);
        if (page && drag.gap !== undefined) void moveTo(page, drag.gap);
      },
      onDragEnd: end,
    }),
  };
}

interface GridKeyOptions {
  pages: Pages;
  limit: number;
  chosen: Pages;
  canWrite: boolean;
  selection: Selection;
  deletions: Deletions;
  moves: ReturnType<typeof usePageMoves>;
}

function useGridKeys(list: { current: HTMLUListElement | null }, options: GridKeyOptions) {
  const { pages, limit, chosen, canWrite, selection, deletions, moves } = options;
  /** Id of a moved card. Browsers blur it, so it gets the focus again. */
  const focused = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (focused.current !== undefined && document.activeElement === document.body)
      focusCard(list.current, focused.current);
  }, [pages]);
  /** Handles the keys for the selection. Returns whether it handled the key. */
  function actOnChosen(event: KeyboardEvent): boolean {
    if (event.key === 'Escape' && chosen.length > 0) selection.clear();
    else if (event.key === 'Delete' && chosen.length > 0) {
      selection.clear();
      deletions.remove(chosen);
    } else if (event.key === 'a' && (event.ctrlKey || event.metaKey))
      selection.choose(pages.map(({ id }) => id));
    else return false;
    return true;
  }
  return (event: KeyboardEvent) => {
    // Menus and dialogs of cards have their own keys.
    if ((event.target as HTMLElement).closest('dialog, [role=menu]')) return;
    const key = list.current ? readGridKey(list.current, event) : undefined;
    const at = pages.findIndex(({ id }) => id === key?.id);
    const page = pages[at];
    if (key && page && (canWrite || !key.isMove)) {
      event.preventDefault();
      if (key.isMove) {
        focused.current = page.id;
        void moves.moveBy(page, key.by);
      } else {
        const drawn = pages.slice(0, limit);
        const to = drawn[Math.max(0, Math.min(drawn.length - 1, at + key.by))];
        if (to) focusCard(list.current, to.id);
      }
    } else if (canWrite && actOnChosen(event)) event.preventDefault();
  };
}

/** Calls back when the element approaches the viewport. */
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
