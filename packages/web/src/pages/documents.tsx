import type { BinderState } from '@ringbinder/client';
import { MAX_SECTIONS } from '@ringbinder/protocol/sections.ts';
import { Fragment, type TargetedDragEvent } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { groupBySection, type PageDocument, type SectionGroup } from '../binder/documents.ts';
import { lastOpenedId, useReturn } from '../binder/return.ts';
import { Glyph } from '../design/glyph.tsx';
import { toastError } from '../design/toast.tsx';
import { useNear } from '../design/use-near.ts';
import { pageSections as sectionText } from '../strings/messages/page-sections.ts';
import { pages as text } from '../strings/messages/pages.ts';
import type { PageActions } from './actions.ts';
import { type Arrangement, arrange, type FilesById, type Layout } from './arrangement.ts';
import { ArrangementBar } from './arrangement-bar.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { type Deletions, deletionsOf } from './deletion.ts';
import { DocumentCard } from './document-card.tsx';
import { focusCard, readGridKey } from './grid-keys.ts';
import { NewSection, SectionHeading } from './lazy-sections.ts';
import { documentBefore, type Slot, slotAt, slotBy } from './section-groups.ts';
import type { CreatedSection } from './sections.tsx';
import { createSelection, type Selection } from './selection.ts';

type Documents = readonly PageDocument[];

interface DocumentsProps {
  binder: BinderContext;
  actions: PageActions;
  state: BinderState;
  documents: Documents;
  arrangement: Arrangement;
}

const STEP = 120;
/** Distinguishes a dragged document from a file. */
const DRAGGED = 'application/x-ringbinder-page';

export function DocumentList({ binder, actions, state, documents: inOrder, arrangement }: DocumentsProps) {
  const { order, collapsed } = arrangement.value.value;
  const { sections } = state;
  const files: FilesById = useMemo(() => new Map(state.files.map((file) => [file.id, file])), [state.files]);
  const groups = useMemo(
    () => groupBySection(arrange(inOrder, order, files), sections),
    [inOrder, order, files, sections],
  );
  const isOpen = ({ section }: SectionGroup) => !section || !collapsed.includes(section.id);
  const documents = groups.flatMap((group) => (isOpen(group) ? group.documents : []));
  const key = `${binder.id}/pages`;
  const list = useRef<HTMLDivElement>(null);
  const [limit, setLimit] = useState(
    () => documents.findIndex(({ id }) => id === lastOpenedId(key)) + 1 + STEP,
  );
  const [created, setCreated] = useState<CreatedSection>();
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
  const moves = useMoves({ actions, arrangement, all: inOrder, groups, chosen, canMove });
  const drag = useDrag(groups, arrangement, moves.moveTo);
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
  const bulk = canWrite && <BulkBar {...{ binder, actions, documents, selection, deletions }} />;
  if (inOrder.length === 0 && sections.length === 0) {
    return (
      <div class="empty drop-hint">
        <Glyph name="upload" />
        <h3>{text.empty}</h3>
        <p>{canWrite ? text.emptyHint : text.emptyReadOnly}</p>
        {bulk}
      </div>
    );
  }
  const shared = {
    binder,
    actions,
    state,
    files,
    deletions,
    selection,
    chosen,
    canWrite,
    canMove,
    moves,
    drag,
  };
  const shown = new Set(documents.slice(0, limit));
  return (
    <>
      <ArrangementBar arrangement={arrangement}>
        {canWrite && sections.length < MAX_SECTIONS && (
          <NewSection actions={actions} onCreated={setCreated} />
        )}
      </ArrangementBar>
      {/* The page's layout applies to this element's children. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles keys of the links inside */}
      <div style={{ display: 'contents' }} ref={list} onKeyDown={onKeyDown}>
        {groups.map((group) => {
          const { section } = group;
          if (!section && group.documents.length === 0) return null;
          return (
            <Fragment key={section?.id ?? 0}>
              {section && (
                <SectionHeading
                  actions={actions}
                  deletions={deletions}
                  sections={sections}
                  canWrite={canWrite}
                  created={created}
                  group={{ ...group, section }}
                  isOpen={isOpen(group)}
                  toggle={() => arrangement.toggle(section.id)}
                  isOver={drag.isOverHead(group)}
                  drop={drag.headHandlers(group)}
                />
              )}
              {isOpen(group) && (
                <DocumentGroup
                  {...shared}
                  group={group}
                  shown={group.documents.filter((each) => shown.has(each))}
                  layout={arrangement.value.value.layout}
                />
              )}
            </Fragment>
          );
        })}
      </div>
      {bulk}
      {documents.length > limit && <div ref={end} />}
      <p class="hidden-visually" role="status">
        {moves.said}
      </p>
    </>
  );
}

interface DocumentGroupProps extends Omit<DocumentsProps, 'documents' | 'arrangement'> {
  group: SectionGroup;
  shown: Documents;
  layout: Layout;
  files: FilesById;
  deletions: Deletions;
  selection: Selection;
  chosen: Documents;
  canWrite: boolean;
  canMove: boolean;
  moves: ReturnType<typeof useMoves>;
  drag: ReturnType<typeof useDrag>;
}

function DocumentGroup({ group, shown, layout, ...props }: DocumentGroupProps) {
  const { canWrite, canMove, chosen, drag, moves, selection, ...card } = props;
  const { section, documents } = group;
  if (documents.length === 0)
    return (
      <p class="muted small" {...drag.headHandlers(group)}>
        {sectionText.empty}
      </p>
    );
  const canDrag = canMove || (canWrite && card.state.sections.length > 0);
  return (
    <ul
      class="page-grid"
      aria-label={section?.name ?? text.documents}
      data-layout={layout}
      data-selecting={chosen.length > 0}
    >
      {shown.map((document, index) => (
        <li
          key={document.id}
          data-page={document.id}
          draggable={canDrag}
          data-dragged={drag.isDragged(document, chosen)}
          data-drop={canMove ? drag.sideOf(group, index) : undefined}
          {...(canDrag && drag.handlersFor(group, document, index))}
        >
          <DocumentCard
            {...card}
            document={document}
            isSelecting={chosen.length > 0}
            {...(canWrite && { selection })}
            {...(canMove &&
              index > 0 && { moveEarlier: () => moves.move([document], { group, index: index - 1 }) })}
            {...(canMove &&
              index < documents.length - 1 && {
                moveLater: () => moves.move([document], { group, index: index + 1 }),
              })}
          />
        </li>
      ))}
    </ul>
  );
}

interface MoveOptions {
  actions: PageActions;
  arrangement: Arrangement;
  all: Documents;
  groups: readonly SectionGroup[];
  chosen: Documents;
  canMove: boolean;
}

function useMoves({ actions, arrangement, all, groups, chosen, canMove }: MoveOptions) {
  const [said, setSaid] = useState('');
  const withChosen = (document: PageDocument) => (chosen.includes(document) ? chosen : [document]);
  async function move(moved: Documents, slot: Slot): Promise<void> {
    const [first] = moved;
    const { section, documents } = slot.group;
    const isOther = moved.some((each) => !documents.includes(each));
    const { index = 0 } = slot;
    if (isOther) setSaid(sectionText.moved(section?.name ?? sectionText.none));
    else
      setSaid(
        moved.length === 1 && first
          ? text.moved(first.name, index + 1, documents.length)
          : text.movedAll(moved.length, index + 1, documents.length),
      );
    if (section) arrangement.expand(section.id);
    const before = canMove && slot.index !== undefined ? documentBefore(all, moved, slot) : undefined;
    await actions
      .move(
        moved.flatMap(({ pages }) => pages),
        {
          ...(before === undefined ? {} : { after: before?.pages.at(-1) ?? null }),
          ...(isOther && { section: section?.id ?? 0 }),
        },
      )
      .catch((error: Error) => toastError(error.message));
  }
  async function moveTo(document: PageDocument, group: SectionGroup, gap?: number): Promise<void> {
    const moved = withChosen(document);
    const slot = gap === undefined || !canMove ? { group } : slotAt(group, gap, moved);
    const isHere = moved.every((each) => group.documents.includes(each));
    const isSamePlace = moved.length === 1 && slot.index === group.documents.indexOf(document);
    if (isHere && (slot.index === undefined || isSamePlace)) return;
    await move(moved, slot);
  }
  async function moveBy(document: PageDocument, by: number): Promise<void> {
    const moved = withChosen(document);
    const slot = slotBy(groups, moved, document, by);
    const isSamePlace = moved.length === 1 && slot?.index === slot?.group.documents.indexOf(document);
    if (slot && !isSamePlace) await move(moved, slot);
  }
  return { said, move, moveTo, moveBy };
}

interface Drag {
  id: number;
  group?: SectionGroup;
  gap?: number | undefined;
}

function useDrag(
  groups: readonly SectionGroup[],
  arrangement: Arrangement,
  moveTo: (document: PageDocument, group: SectionGroup, gap?: number) => Promise<void>,
) {
  const [drag, setDrag] = useState<Drag>();
  const end = () => setDrag(undefined);
  const isOver = (group: SectionGroup) =>
    drag?.group?.section?.id === group.section?.id && drag?.group !== undefined;
  const over = (event: DragEvent, group: SectionGroup, gap?: number) => {
    if (!drag) return;
    event.preventDefault();
    if (!isOver(group) || drag.gap !== gap) setDrag({ ...drag, group, gap });
  };
  const drop = (event: DragEvent, group: SectionGroup) => {
    if (!drag) return;
    event.preventDefault();
    end();
    const document = groups.flatMap(({ documents }) => documents).find((each) => each.id === drag.id);
    if (document) void moveTo(document, group, drag.gap);
  };
  return {
    isDragged: ({ id }: PageDocument, chosen: Documents) => {
      const isChosen = (one: number) => chosen.some((document) => document.id === one);
      return drag !== undefined && (drag.id === id || (isChosen(drag.id) && isChosen(id)));
    },
    sideOf: (group: SectionGroup, index: number) => {
      if (!isOver(group)) return undefined;
      return drag?.gap === index ? 'before' : drag?.gap === index + 1 ? 'after' : undefined;
    },
    isOverHead: (group: SectionGroup) => isOver(group) && drag?.gap === undefined,
    headHandlers: (group: SectionGroup) => ({
      onDragOver: (event: DragEvent) => over(event, group),
      onDragLeave({ currentTarget, relatedTarget }: TargetedDragEvent<HTMLElement>) {
        if (drag && !currentTarget.contains(relatedTarget as Node | null)) setDrag({ id: drag.id });
      },
      onDrop: (event: DragEvent) => drop(event, group),
    }),
    handlersFor: (group: SectionGroup, { id }: PageDocument, index: number) => ({
      onDragStart(event: DragEvent) {
        event.dataTransfer?.setData(DRAGGED, String(id));
        setDrag({ id });
      },
      onDragOver(event: TargetedDragEvent<HTMLLIElement>) {
        const { left, width, top, height } = event.currentTarget.getBoundingClientRect();
        const isAfter =
          arrangement.value.peek().layout === 'list'
            ? event.clientY > top + height / 2
            : event.clientX > left + width / 2;
        over(event, group, index + (isAfter ? 1 : 0));
      },
      onDrop: (event: DragEvent) => drop(event, group),
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

function useGridKeys(list: { current: HTMLElement | null }, options: GridKeyOptions) {
  const { documents, limit, chosen, canWrite, canMove, selection, deletions, moves } = options;
  const focused = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (focused.current !== undefined && document.activeElement === document.body)
      focusCard(list.current, focused.current);
  }, [documents]);
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
    // Cards' menus and dialogs handle their own keys.
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
        if (!to) return;
        if (focused.current !== undefined) focused.current = to.id;
        focusCard(list.current, to.id);
      }
    } else if (canWrite && actOnChosen(event)) event.preventDefault();
  };
}
