import { useSignal } from '@preact/signals';
import type { BinderState } from '@ringbinder/client';
import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { followAnnotations } from '../annotations/page-annotations.ts';
import type { BinderContext } from '../binder/context.ts';
import { kindOf } from '../binder/page-kind.ts';
import { nameOf } from '../binder/page-name.ts';
import type { MenuItem } from '../design/menu.tsx';
import { lazy } from '../design/states.tsx';
import { toastError } from '../design/toast.tsx';
import { viewer as text } from '../strings/messages/viewer.ts';
import type { Signers, SigningProps } from '../transactions/sign-here.tsx';
import { AnnotationLayer } from './annotations.tsx';
import { PageContent } from './content.tsx';
import { displayModeOf, type ModeRequest } from './display-mode.ts';
import { useFreshLinks } from './fresh-links.ts';
import { useViewerKeys } from './keys.ts';
import { toggle } from './media.tsx';
import { menuItems } from './menu-items.ts';
import { NoteContinuation } from './note-continuation.tsx';
import { NoteView } from './note-view.tsx';
import { PageProblems } from './page-problems.tsx';
import { PageTextOverlay } from './page-text-overlay.tsx';
import { PinLayer } from './pin-layer.tsx';
import { createCommentFocus, isOpen, threadsOf } from './pins.ts';
import { placeOf } from './place.ts';
import { createPageSearch } from './search.ts';
import { SearchBar } from './search-bar.tsx';
import { Stage, type StageHandle } from './stage.tsx';
import { Strip } from './strip.tsx';
import { createView } from './view.ts';
import { ViewerHead, type ViewerTool } from './viewer-head.tsx';
import { useViewerWidth } from './viewer-width.ts';

const NoteEditor = lazy(() => import('../notes/note-editor.tsx').then((module) => module.NoteEditor));
const NoteStatus = lazy(
  () => import('../notes/note-status.tsx').then((module) => module.NoteStatus),
  'quiet',
);
const MediaBar = lazy(() => import('./media-bar.tsx').then((module) => module.MediaBar), 'quiet');
const PlaybackParts = lazy(
  () => import('./playback-parts.tsx').then((module) => module.PlaybackParts),
  'quiet',
);
const ReadReport = lazy(() => import('./read-report.tsx').then((module) => module.ReadReport), 'quiet');

const Comments = lazy(() => import('./comments.tsx').then((module) => module.Comments), 'quiet');
const DrawingList = lazy(() => import('./drawing-list.tsx').then((module) => module.DrawingList), 'quiet');
const SignHere = lazy(
  () => import('../transactions/sign-here.tsx').then((module) => module.SignHere),
  'quiet',
);
const SignBar = lazy(() => import('../transactions/sign-here.tsx').then((module) => module.SignBar), 'quiet');
const ReadBar = lazy(() => import('../transactions/read-bar.tsx').then((module) => module.ReadBar), 'quiet');
const FillForm = lazy(() => import('../fill-form/index.tsx').then((module) => module.FillForm), 'quiet');

export { sendUnsentChanges } from '../annotations/page-annotations.ts';
export { AnnotationLayer } from './annotations.tsx';
export { ZoomBar } from './bar.tsx';
export { PageTiles } from './page-tiles.tsx';
export { Stage, type StageHandle } from './stage.tsx';
export { createView, type View } from './view.ts';

interface ViewerProps {
  binder: BinderContext;
  state: BinderState;
  page: PageWithoutAnnotations;
  /** Default: the page's name. */
  title?: ComponentChildren;
  editedId?: number | undefined;
  back?: { href: string; label: string };
  about?: string;
  tools?: readonly ViewerTool[];
  actions?: readonly MenuItem[];
}

const NONE: readonly never[] = [];

function useViewerState(binder: BinderContext, state: BinderState, page: PageWithoutAnnotations) {
  const { hasZoom } = kindOf(page);
  const views = useMemo(() => ({ sheet: createView(), fixed: createView(true) }), []);
  const view = hasZoom ? views.sheet : views.fixed;
  const search = useMemo(() => createPageSearch(binder), [binder]);
  const focus = useMemo(createCommentFocus, []);
  const scrollPosition = useRef(0);
  const start = useRef<ScrollToOptions>({});
  const isLate = useSignal(false);
  const player = useSignal<HTMLMediaElement | undefined>(undefined);
  const drawn = useMemo(
    () => followAnnotations(binder, page.id, { onRefused: toastError }),
    [binder, page.id],
  );
  useEffect(() => () => drawn.close(), [drawn]);
  const comments = state.pageComments[page.id] ?? NONE;
  const threads = useMemo(() => threadsOf(comments), [comments]);

  useLayoutEffect(() => {
    focus.leave();
    scrollPosition.current = 0;
    start.current = {};
    isLate.value = false;
  }, [page.id]);
  const commentId = binder.target.value.comment;
  useEffect(() => {
    if (commentId !== undefined) focus.show(commentId);
  }, [page.id, commentId]);
  const hit = search.current.value;
  useEffect(() => {
    if (hit && hit.pageId !== page.id) binder.navigate(binder.links.page(hit.pageId), 'replace');
  }, [hit]);
  const annotations = drawn.view.value;
  return { view, search, focus, scrollPosition, start, isLate, player, annotations, comments, threads };
}

type ViewerState = ReturnType<typeof useViewerState>;

function useMode(
  page: PageWithoutAnnotations,
  editedId: number | undefined,
  { annotations, threads, focus, search }: ViewerState,
) {
  const [request, setRequest] = useState<ModeRequest | undefined>(
    editedId === undefined ? undefined : { pageId: editedId, mode: 'editor' },
  );
  const displayMode = displayModeOf(page, request, {
    hasPositions: annotations.length > 0 || threads.some(({ position }) => position),
    isPositionShown: threads.some(
      (each) => each.position && each.comments.some(({ id }) => id === focus.active.value),
    ),
    isPlacing: focus.isPlacing.value || focus.draft.value !== undefined,
    isSearching: search.isOpen.value,
  });
  const requestMode = (mode: ModeRequest['mode'] | undefined) => {
    // Only the sheet shows pins.
    if (mode === 'live') focus.show(undefined);
    setRequest(mode && { pageId: page.id, mode });
  };
  return { displayMode, requestMode };
}

export function Viewer({
  binder,
  state,
  page,
  title = nameOf(page),
  editedId,
  back,
  about,
  tools = NONE,
  actions = NONE,
}: ViewerProps) {
  const place = placeOf(state.pages, state.sections, page);
  const { pages, index } = place;
  const viewer = useViewerState(binder, state, page);
  const { view, search, focus, player, annotations, comments, threads } = viewer;
  const { displayMode, requestMode } = useMode(page, editedId, viewer);
  const stage = useRef<StageHandle>(undefined);
  const note = useRef<NoteHandle>(undefined);
  const frame = useRef<HTMLDivElement>(null);
  const width = useViewerWidth(frame);
  const steps = state.transactions.flatMap((transaction) => transaction.steps);
  const isToBeRead = steps.some(({ pages }) => pages?.some(({ id }) => id === page.id));
  const ofFile = new Set(
    state.pages.flatMap(({ id, file_id }) => (file_id === page.file_id && file_id !== '' ? id : [])),
  );
  const isToBeSigned = steps.some(({ signatures }) => signatures?.some(({ page_id }) => ofFile.has(page_id)));
  const signers = useRef<Signers>(new Map()).current;
  const signing = isToBeSigned && { binder, state, pageId: page.id, signers, annotations };
  const isNarrow = width === 'narrow';
  const [hasStrip, setHasStrip] = useState(false);
  const { plays, isEditable, hasZoom } = kindOf(page);
  // Turning would discard a comment that the user places or writes.
  const to = (other: PageWithoutAnnotations | undefined) =>
    other && other.id !== page.id && !focus.isPlacing.value && !focus.draft.value
      ? () => binder.navigate(binder.links.page(other.id), 'replace')
      : undefined;
  const turn = (direction: 1 | -1) => {
    const go = to(pages[index + direction]);
    if (!go || plays) return false;
    viewer.start.current = { left: stage.current?.scrollLeft() ?? 0, top: direction === 1 ? 0 : 1e7 };
    go();
    return true;
  };
  const fullScreen = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void frame.current?.requestFullscreen?.().catch(() => undefined);
  };
  useViewerKeys({
    view,
    stage: () => stage.current,
    scrolled: () => stage.current ?? note.current,
    previous: to(place.neighbours.previous),
    next: to(place.neighbours.next),
    first: to(pages[0]),
    last: to(pages.at(-1)),
    turn,
    search: search.open,
    fullScreen,
    ...(plays && {
      seek: (seconds) => {
        if (player.value) player.value.currentTime += seconds;
      },
      toggle: () => player.value && toggle(player.value),
    }),
  });
  const edit: ViewerTool = {
    label: text.note.edit,
    glyph: 'note',
    isMain: true,
    act: () => requestMode(displayMode === 'editor' ? undefined : 'editor'),
  };

  return (
    <div class="viewer" ref={frame} data-narrow={isNarrow}>
      <ViewerHead
        about={about}
        back={back}
        width={width}
        view={view}
        search={search}
        focus={focus}
        hasStrip={hasStrip}
        title={title}
        field={{ binder, ...place, focusPage: () => (stage.current ?? note.current)?.focus() }}
        stage={() => stage.current}
        commentCount={comments.filter(isOpen).length}
        tools={isEditable && binder.canWrite.value ? [edit, ...tools] : tools}
        actions={menuItems({
          binder,
          page,
          place,
          annotations,
          displayMode,
          requestMode,
          fullScreen,
          actions,
        })}
        hasStage={displayMode === 'stage' && hasZoom}
        toggleStrip={() => setHasStrip(!hasStrip)}
      />
      {isToBeRead && <ReadReport key={page.id} {...{ binder, state, frame }} pageId={page.id} />}
      {search.isOpen.value && <SearchBar search={search} pageId={page.id} />}
      <PageAnnouncer pageId={page.id} sentence={text.pageOf(index + 1, nameOf(page))} />
      <div class="viewer-body">
        {hasStrip && !isNarrow && pages.length > 1 && <Strip {...{ binder, state, pages, index }} />}
        <div class="viewer-main" key={page.id}>
          <ModeView
            {...{ binder, page, viewer, displayMode, requestMode, stage, note, signing }}
            swipe={(direction) => to(place.neighbours[direction === 1 ? 'next' : 'previous'])?.()}
            turn={turn}
          />
          {signing && <SignBar {...signing} />}
          {isToBeRead && <ReadBar {...{ binder, state }} pageId={page.id} />}
          {plays && <MediaBar player={player} duration={page.duration} />}
          {plays && <PlaybackParts {...{ binder, page, player, search }} />}
        </div>
        {focus.isOpen.value && <Comments {...{ binder, state, page, pages, threads, focus }} />}
      </div>
    </div>
  );
}

function PageAnnouncer({ pageId, sentence }: { pageId: number; sentence: string }) {
  const [turnedTo, setTurnedTo] = useState('');
  const previousId = useRef(pageId);
  useEffect(() => {
    if (previousId.current !== pageId) setTurnedTo(sentence);
    previousId.current = pageId;
  }, [pageId]);
  return (
    <p class="hidden-visually" role="status">
      {turnedTo}
    </p>
  );
}

type NoteHandle = Pick<StageHandle, 'scrollBy' | 'focus'>;

interface ModeViewProps extends ReturnType<typeof useMode> {
  binder: BinderContext;
  page: PageWithoutAnnotations;
  viewer: ViewerState;
  stage: { current: StageHandle | undefined };
  note: { current: NoteHandle | undefined };
  signing: SigningProps | false;
  swipe: (direction: 1 | -1) => void;
  turn: (direction: 1 | -1) => boolean;
}

function ModeView(props: ModeViewProps) {
  const { binder, page, viewer, displayMode, requestMode, note } = props;
  const { search, scrollPosition, isLate, annotations } = viewer;
  const reader = (
    <NoteView
      binder={binder}
      page={page}
      search={search}
      scrollPosition={scrollPosition}
      handle={(handle) => {
        note.current = handle;
      }}
    />
  );
  if (displayMode === 'editor')
    return <NoteEditor {...{ binder, page, scrollPosition, reader }} close={() => requestMode(undefined)} />;
  if (displayMode === 'frame') return <WebFrame binder={binder} page={page} />;
  if (displayMode === 'text')
    return (
      <>
        {kindOf(page).isEditable && (
          <NoteStatus binder={binder} page={page} edit={() => requestMode('editor')} />
        )}
        {reader}
      </>
    );
  return (
    <>
      <PageStage {...props} />
      {annotations.length > 0 && <DrawingList annotations={annotations} />}
      {kindOf(page).live === 'text' && (
        <NoteContinuation binder={binder} page={page} read={() => requestMode('live')} />
      )}
      <PageProblems binder={binder} page={page} isLate={isLate.value} />
    </>
  );
}

function PageStage({ binder, page, viewer, stage, signing, swipe, turn }: ModeViewProps) {
  const { view, search, focus, start, isLate, player, annotations, threads } = viewer;
  return (
    <Stage
      page={page}
      view={view}
      label={text.stage(nameOf(page))}
      swipe={swipe}
      turn={turn}
      start={start}
      handle={(handle) => {
        stage.current = handle;
      }}
      content={(viewport) => (
        <PageContent
          binder={binder}
          page={page}
          viewport={viewport}
          player={player}
          onLate={(late) => {
            isLate.value = late;
          }}
        />
      )}
    >
      {(viewport) => (
        <>
          <PageTextOverlay binder={binder} page={page} viewport={viewport} search={search} />
          <AnnotationLayer viewport={viewport} annotations={annotations} />
          {signing && <SignHere {...signing} viewport={viewport} search={search} />}
          <PinLayer viewport={viewport} threads={threads} focus={focus} />
          {page.type.endsWith('PDF') && <FillForm {...{ binder, page, viewport, view }} />}
        </>
      )}
    </Stage>
  );
}

/** Links may open tabs outside the sandbox. */
const SANDBOX = ['allow-popups', 'allow-popups-to-escape-sandbox'].join(' ');

function WebFrame({ binder, page }: { binder: BinderContext; page: PageWithoutAnnotations }) {
  const { page_uri } = useFreshLinks(binder, page);
  return (
    <iframe
      class="web-frame"
      title={text.page(nameOf(page))}
      src={page_uri.replace('/page?', '/frame?')}
      sandbox={SANDBOX}
      referrerpolicy="no-referrer"
    />
  );
}
