import type { BinderState } from '@ringbinder/client';
import type { TargetedDragEvent } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import type { PageDocument } from '../binder/documents.ts';
import { lastOpenedId, useReturn } from '../binder/return.ts';
import { Glyph } from '../design/glyph.tsx';
import { toastError } from '../design/toast.tsx';
import { useNear } from '../design/use-near.ts';
import { pages as text } from '../strings/messages/pages.ts';
import type { PageActions } from './actions.ts';
import { type Arrangement, arrange, type FilesById, type Layout } from './arrangement.ts';
import { ArrangementBar } from './arrangement-bar.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { type Deletions, deletionsOf } from './deletion.ts';
import { DocumentCard } from './document-card.tsx';
import { focusCard, readGridKey } from './grid-keys.ts';
import { createSelection, type Selection } from './selection.ts';

type Documents = readonly PageDocument[];

interface DocumentsProps {
  binder: BinderContext;
  actions: PageActions;
  state: BinderState;
  documents: Documents;
  arrangement: Arrangement;
}

/** Number of cards added when the user approaches the end. */
const STEP = 120;
/** Own drag type, so that a document is not mistaken for a file. */
const DRAGGED = 'application/x-ringbinder-page';

/** The documents of a binder as a grid or a list. They can be moved while they are in the order of the binder. */
export function DocumentList({ binder, actions, state, documents: inOrder, arrangement }: DocumentsProps) {
  const { layout, order } = arrangement.value.value;
  const files: FilesById = useMemo(() => new Map(state.files.map((file) => [file.id, file])), [state.files]);
  const documents = useMemo(() => arrange(inOrder, order, files), [inOrder, order, files]);
  const key = `${binder.id}/pages`;
  const list = useRef<HTMLUListElement>(null);
  const [limit, setLimit] = useState(
    () => documents.findIndex(({ id }) => id === lastOpenedId(key)) + 1 + STEP,
  );
  useReturn(key, list);
  const end = useNear(() => setLimit((before) => before + STEP));
  const canWrite = binder.canWrite.value;
  const canMove = canWrite && order === 'position';
  const visibleDocuments = useRef(documents);
  visibleDocuments.current = documents;
  const selection = useMemo(
    () => createSelection(() => visibleDocuments.current.map(({ id }) => id)),
    [binder.id],
  );
  const deletions = deletionsOf(actions);
  const chosen = documents.filter(({ id }) => selection.ids.value.has(id));
  const moves = useMoves(actions, documents, chosen);
  const drag = useDrag(documents, layout, moves.moveTo);
  const onKeyDown = useGridKeys(list, {
    documents,
    limit,
    chosen,
    canWrite,
    canMove,
    selection,
    deletions,
    moves,
  });
  const bulk = canWrite && (
    <BulkBar binder={binder} documents={documents} selection={selection} deletions={deletions} />
  );
  if (documents.length === 0) {
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
      <ArrangementBar arrangement={arrangement} />
      <ul
        class="page-grid"
        aria-label={text.documents}
        ref={list}
        data-layout={layout}
        data-selecting={chosen.length > 0}
        onKeyDown={onKeyDown}
      >
        {documents.slice(0, limit).map((document, index) => (
          <li
            key={document.id}
            data-page={document.id}
            draggable={canMove}
            data-dragged={drag.isDragged(document, chosen)}
            data-drop={drag.sideOf(index)}
            {...(canMove && drag.handlersFor(document, index))}
          >
            <DocumentCard
              binder={binder}
              actions={actions}
              state={state}
              files={files}
              document={document}
              deletions={deletions}
              isSelecting={chosen.length > 0}
              {...(canWrite && { selection })}
              {...(canMove && index > 0 && { moveEarlier: () => moves.move([document], index - 1) })}
              {...(canMove &&
                index < documents.length - 1 && { moveLater: () => moves.move([document], index + 1) })}
            />
          </li>
        ))}
      </ul>
      {bulk}
      {documents.length > limit && <div ref={end} />}
      <p class="hidden-visually" role="status">
        {moves.said}
      </p>
    </>
  );
}

/** Moves documents and announces it. A selected document moves the whole selection. */
function useMoves(actions: PageActions, documents: Documents, chosen: Documents) {
  const [said, setSaid] = useState('');
  const withChosen = (document: PageDocument) => (chosen.includes(document) ? chosen : [document]);
  /** Moves documents to an index, counted without them. */
  async function move(moved: Documents, index: number): Promise<void> {
    const [first] = moved;
    const total = documents.length;
    setSaid(
      moved.length === 1 && first
        ? text.moved(first.name, index + 1, total)
        : text.movedAll(moved.length, index + 1, total),
    );
    const before = documents.filter((each) => !moved.includes(each))[index - 1];
    await actions
      .move(
        moved.flatMap(({ pages }) => pages),
        before?.pages.at(-1),
      )
      .catch((error: Error) => toastError(error.message));
  }
  /** Moves a document to a gap between others. Gap 0 is before the first one. */
  async function moveTo(document: PageDocument, gap: number): Promise<void> {
    const moved = withChosen(document);
    const index = documents.slice(0, Math.max(0, gap)).filter((each) => !moved.includes(each)).length;
    if (moved.length > 1 || index !== documents.indexOf(document)) await move(moved, index);
  }
  /**
   * Moves a document or the selection by a number of places: backwards from its first one, forwards from its last.
   */
  function moveBy(document: PageDocument, by: number): Promise<void> {
    const places = withChosen(document).map((each) => documents.indexOf(each));
    return moveTo(document, by < 0 ? Math.min(...places) + by : Math.max(...places) + by + 1);
  }
  return { said, move, moveTo, moveBy };
}

function useDrag(
  documents: Documents,
  layout: Layout,
  moveTo: (document: PageDocument, gap: number) => Promise<void>,
) {
  const [drag, setDrag] = useState<{ id: number; gap?: number }>();
  const end = () => setDrag(undefined);
  return {
    isDragged: ({ id }: PageDocument, chosen: Documents) => {
      const isChosen = (one: number) => chosen.some((document) => document.id === one);
      return drag !== undefined && (drag.id === id || (isChosen(drag.id) && isChosen(id)));
    },
    /** The side of a card with the drop gap. */
    sideOf: (index: number) =>
      drag?.gap === index ? 'before' : drag?.gap === index + 1 ? 'after' : undefined,
    handlersFor: ({ id }: PageDocument, index: number) => ({
      onDragStart(event: DragEvent) {
        event.dataTransfer?.setData(DRAGGED, String(id));
        setDrag({ id });
      },
      onDragOver(event: TargetedDragEvent<HTMLLIElement>) {
        if (!drag) return;
        event.preventDefault();
        const { left, width, top, height } = event.currentTarget.getBoundingClientRect();
        const isAfter =
          layout === 'list' ? event.clientY > top + height / 2 : event.clientX > left + width / 2;
        const gap = index + (isAfter ? 1 : 0);
        if (drag.gap !== gap) setDrag({ ...drag, gap });
      },
      onDrop(event: DragEvent) {
        if (!drag) return;
        event.preventDefault();
        end();
        const document = documents.find((each) => each.id === drag.id);
        if (document && drag.gap !== undefined) void moveTo(document, drag.gap);
      },
      onDragEnd: end,
    }),
  };
}

interface GridKeyOptions {
  documents: Documents;
  limit: number;
  chosen: Documents;
  canWrite: boolean;
  canMove: boolean;
  selection: Selection;
  deletions: Deletions;
  moves: ReturnType<typeof useMoves>;
}

function useGridKeys(list: { current: HTMLUListElement | null }, options: GridKeyOptions) {
  const { documents, limit, chosen, canWrite, canMove, selection, deletions, moves } = options;
  /** Id of a moved card. Browsers blur it, so it gets the focus again. */
  const focused = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (focused.current !== undefined && document.activeElement === document.body)
      focusCard(list.current, focused.current);
  }, [documents]);
  /** Handles the keys for the selection. Returns whether it handled the key. */
  function actOnChosen(event: KeyboardEvent): boolean {
    if (event.key === 'Escape' && chosen.length > 0) selection.clear();
    else if (event.key === 'Delete' && chosen.length > 0) {
      selection.clear();
      deletions.remove(chosen);
    } else if (event.key === 'a' && (event.ctrlKey || event.metaKey))
      selection.choose(documents.map(({ id }) => id));
    else if (event.key === 'z' && (event.ctrlKey || event.metaKey) && deletions.last.value)
      deletions.last.value.undo();
    else return false;
    return true;
  }
  return (event: KeyboardEvent) => {
    // Menus and dialogs of cards have their own keys.
    if ((event.target as HTMLElement).closest('dialog, [role=menu]')) return;
    const key = list.current ? readGridKey(list.current, event) : undefined;
    const at = documents.findIndex(({ id }) => id === key?.id);
    const current = documents[at];
    if (key && current && (canMove || !key.isMove)) {
      event.preventDefault();
      if (key.isMove) {
        focused.current = current.id;
        void moves.moveBy(current, key.by);
      } else {
        const drawn = documents.slice(0, limit);
        const to = drawn[Math.max(0, Math.min(drawn.length - 1, at + key.by))];
        if (to) focusCard(list.current, to.id);
      }
    } else if (canWrite && actOnChosen(event)) event.preventDefault();
  };
}
