import { useSignal } from '@preact/signals';
import type { BinderState } from '@ringbinder/client';
import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { followAnnotations } from '../annotations/page-annotations.ts';
import type { BinderContext } from '../binder/context.ts';
import type { MenuItem } from '../design/menu.tsx';
import { toast } from '../design/toast.tsx';
import { viewer as text } from '../strings/en/viewer.ts';
import { AnnotationLayer } from './annotations.tsx';
import { Comments } from './comments.tsx';
import { PageContent } from './content.tsx';
import { useViewerKeys } from './keys.ts';
import { isMedia, toggle } from './media.tsx';
import { MediaBar } from './media-bar.tsx';
import { nameOf } from './names.ts';
import { NoteEditor } from './note-editor.tsx';
import { PinLayer } from './pin-layer.tsx';
import { createCommentFocus, threadsOf } from './pins.ts';
import { createPageSearch } from './search.ts';
import { SearchBar } from './search-bar.tsx';
import { Stage, type StageHandle } from './stage.tsx';
import { Strip } from './strip.tsx';
import { createView } from './view.ts';
import { ViewerHead } from './viewer-head.tsx';
import { WebFrame } from './web-frame.tsx';
import { PageWords } from './words.tsx';

export { sendLeftChanges } from '../annotations/page-annotations.ts';

interface ViewerProps {
  binder: BinderContext;
  state: BinderState;
  page: PageWithoutAnnotations;
  /** Where the viewer was opened from. */
  back?: { href: string; label: string };
  /** What is known of the page beside its name. */
  about?: string;
  /** What else can be done with the page where the viewer is shown. */
  actions?: readonly MenuItem[];
  /** Buttons in its bar. */
  children?: ComponentChildren;
}

const NONE: readonly never[] = [];

/** The pages of a binder, one at a time: to be looked at closely, searched, and commented on. */
export function Viewer({ binder, state, page, back, about, actions = NONE, children }: ViewerProps) {
  const { pages } = state;
  const index = pages.findIndex(({ id }) => id === page.id);
  const view = useMemo(createView, []);
  const search = useMemo(() => createPageSearch(binder), [binder]);
  const focus = useMemo(createCommentFocus, []);
  const stage = useRef<StageHandle>(undefined);
  const frame = useRef<HTMLDivElement>(null);
  const player = useSignal<HTMLMediaElement | undefined>(undefined);
  const [hasStrip, setHasStrip] = useState(false);
  const [editing, setEditing] = useState<number>();
  const [sheetOf, setSheetOf] = useState<number>();
  const drawn = useMemo(() => followAnnotations(binder, page.id, { onRefused: toast }), [binder, page.id]);
  useEffect(() => () => drawn.close(), [drawn]);
  const annotations = drawn.view.value;
  const comments = state.pageComments[page.id] ?? NONE;
  const threads = useMemo(() => threadsOf(comments), [comments]);

  const hasPlaces = annotations.length > 0 || threads.some(({ place }) => place);
  const isFramed =
    page.type === 'PAGE_TYPE_WEB' &&
    !hasPlaces &&
    sheetOf !== page.id &&
    !search.isOpen.value &&
    !focus.isPlacing.value;
  const isEditing = editing === page.id;
  const media = isMedia(page);

  // What was done on one page is no part of the next.
  useLayoutEffect(() => {
    focus.forget();
    focus.stopPlacing();
    focus.show(undefined);
  }, [page.id]);
  const wanted = binder.target.value.comment;
  useEffect(() => {
    if (wanted !== undefined) focus.show(wanted);
  }, [page.id, wanted]);
  const hit = search.current.value;
  useEffect(() => {
    if (hit && hit.pageId !== page.id) binder.navigate(binder.links.page(hit.pageId));
  }, [hit]);

  const to = (at: number) => {
    const other = pages[at];
    return other && at !== index ? () => binder.navigate(binder.links.page(other.id)) : undefined;
  };
  const fullScreen = () => {
    // A refusal leaves things as they are.
    if (document.fullscreenElement) void document.exitFullscreen();
    else void frame.current?.requestFullscreen?.().catch(() => undefined);
  };
  useViewerKeys({
    view,
    stage: () => stage.current,
    previous: to(index - 1),
    next: to(index + 1),
    first: to(0),
    last: to(pages.length - 1),
    search: search.open,
    fullScreen,
    ...(media && {
      seek: (seconds) => {
        if (player.value) player.value.currentTime += seconds;
      },
      toggle: () => player.value && toggle(player.value),
    }),
  });

  return (
    <div class="viewer" ref={frame}>
      <ViewerHead
        {...{ binder, page, pages, index, view, search, focus, back, about, actions, fullScreen }}
        stage={() => stage.current}
        tools={children}
        commentCount={comments.length}
        hasStage={!isEditing && !isFramed}
        hasStrip={hasStrip}
        toggleStrip={() => setHasStrip(!hasStrip)}
        edit={page.type === 'PAGE_TYPE_NOTE' ? () => setEditing(isEditing ? undefined : page.id) : undefined}
        frame={
          page.type === 'PAGE_TYPE_WEB' && !hasPlaces
            ? { isShown: isFramed, toggle: () => setSheetOf(isFramed ? page.id : undefined) }
            : undefined
        }
      />
      {search.isOpen.value && <SearchBar search={search} pageId={page.id} />}
      <div class="viewer-body">
        {hasStrip && <Strip binder={binder} pages={pages} index={index} />}
        <div class="viewer-main" key={page.id}>
          {isEditing ? (
            <NoteEditor binder={binder} page={page} close={() => setEditing(undefined)} />
          ) : isFramed ? (
            <WebFrame binder={binder} page={page} />
          ) : (
            <Stage
              page={page}
              view={view}
              label={text.stage(nameOf(page))}
              handle={(handle) => {
                stage.current = handle;
              }}
              content={(viewport) => (
                <PageContent binder={binder} page={page} viewport={viewport} player={player} />
              )}
            >
              {(viewport) => (
                <>
                  <PageWords binder={binder} page={page} viewport={viewport} search={search} />
                  <AnnotationLayer viewport={viewport} annotations={annotations} />
                  <PinLayer viewport={viewport} threads={threads} focus={focus} />
                </>
              )}
            </Stage>
          )}
          {media && <MediaBar player={player} duration={page.duration} />}
        </div>
        {focus.isOpen.value && <Comments {...{ binder, state, page, threads, focus }} />}
      </div>
    </div>
  );
}
