import { type Signal, useSignal } from '@preact/signals';
import type { MeetState } from '@ringbinder/client/meet';
import type { UserReference } from '@ringbinder/protocol';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { isNarrow } from '../design/narrow.ts';
import { lazy } from '../design/states.tsx';
import { meeting as text } from '../strings/messages/meeting.ts';
import type { MeetContext } from './context.ts';
import { MeetGlyph } from './glyphs.tsx';
import { fitTiles } from './grid.ts';
import { copyLink } from './links.ts';
import type { MeetSession } from './session.ts';
import { Tile } from './tile.tsx';
import { layoutTiles } from './tile-layout.ts';
import { useView } from './view.ts';

const StagedPage = lazy(() => import('./staged/index.tsx').then((module) => module.StagedPage));
const GuestPicture = lazy(() => import('./staged/guest-picture.tsx').then((module) => module.GuestPicture));

/** In smaller tiles, people would be unrecognisable. */
const MOST = { wide: 25, narrow: 8, strip: 6 };
const GAP = 8;
const PAGES_HEIGHT = 48;

interface StageProps {
  context: MeetContext;
  session: MeetSession;
  state: MeetState;
  isMini?: boolean | undefined;
}

function useSpace() {
  const element = useRef<HTMLDivElement>(null);
  const [space, setSpace] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = () => setSpace({ width: current.clientWidth, height: current.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    measure();
    return () => observer.disconnect();
  }, []);
  return [element, space] as const;
}

export function Stage({ context, session, state, isMini }: StageProps) {
  const [element, space] = useSpace();
  const track = session.devices.camera.value.track;
  const ownStream = useMemo(() => track && new MediaStream([track]), [track]);
  const page = useSignal(0);
  const { stage } = state;
  const isStaged = stage !== null && !isMini && session.pinned.value === undefined;
  const arrangement = layoutTiles(state, {
    layout: session.layout.value,
    pinned: session.pinned.value,
    isSelfHidden: session.isSelfHidden.value,
    isStaged,
    seesOwnScreen: session.screen.isElsewhere(),
  });
  const { main, tiles, floating } = arrangement;
  const hasMain = main !== undefined || isStaged;
  const most = hasMain ? MOST.strip : isNarrow.value ? MOST.narrow : MOST.wide;
  const pages = Math.max(1, Math.ceil(tiles.length / most));
  const at = Math.min(page.value, pages - 1);
  const visible = tiles.slice(at * most, (at + 1) * most);
  const isPaged = pages > 1;
  const grid = fitTiles(visible.length, space.width, space.height - (isPaged ? PAGES_HEIGHT : 0), GAP);
  const mainWidth = isNarrow.value ? space.width : space.width - 216;
  useView(session, [
    ...(main ? [{ tile: main, width: mainWidth }] : []),
    ...visible.map((tile) => ({ tile, width: hasMain ? 200 : grid.width })),
    ...(floating ? [{ tile: floating, width: 240 }] : []),
  ]);
  const isAlone = state.participants.length === 1 && !isStaged;
  return (
    <div class="meet-stage" data-layout={hasMain ? 'main' : 'grid'} data-paged={isPaged} ref={element}>
      {main && (
        <ul class="meet-main" aria-label={text.layouts.speaker}>
          <Tile key={main.key} session={session} tile={main} ownStream={ownStream} place="main" />
        </ul>
      )}
      {isStaged && stage && (
        <div class="meet-main">
          {context.binder ? (
            <StagedPage binder={context.binder} session={session} state={state} stage={stage} />
          ) : (
            <GuestPicture session={session} state={state} stage={stage} />
          )}
        </div>
      )}
      <ul
        class={hasMain ? 'meet-strip' : 'meet-grid'}
        aria-label={text.stage.label}
        data-count={visible.length}
      >
        {visible.map((tile) => (
          <Tile
            key={tile.key}
            session={session}
            tile={tile}
            ownStream={ownStream}
            size={hasMain ? undefined : grid}
            {...(hasMain && { place: 'strip' as const })}
          />
        ))}
        {floating && (
          <Tile key={floating.key} session={session} tile={floating} ownStream={ownStream} place="floating" />
        )}
      </ul>
      {isAlone && <Alone link={context.link} declined={session.declined.value} />}
      {isPaged && <StagePages page={page} at={at} pages={pages} />}
    </div>
  );
}

function Alone({ link, declined }: { link: string | undefined; declined: readonly UserReference[] }) {
  return (
    <div class="meet-alone">
      <strong>{text.stage.alone}</strong>
      {declined.map(({ id, name }) => (
        <strong key={id}>{text.stage.declined(name)}</strong>
      ))}
      <span>{text.stage.aloneAbout}</span>
      {link && (
        <button type="button" class="button compact" onClick={() => void copyLink(link)}>
          {text.more.copyLink}
        </button>
      )}
    </div>
  );
}

function StagePages({ page, at, pages }: { page: Signal<number>; at: number; pages: number }) {
  return (
    <div class="meet-pages">
      <button
        type="button"
        class="meet-tool"
        aria-label={text.stage.previous}
        aria-disabled={at === 0}
        onClick={() => {
          page.value = Math.max(0, at - 1);
        }}
      >
        <MeetGlyph name="back" />
      </button>
      <span role="status">{text.stage.pageOf(at + 1, pages)}</span>
      <button
        type="button"
        class="meet-tool"
        aria-label={text.stage.next}
        aria-disabled={at === pages - 1}
        onClick={() => {
          page.value = Math.min(pages - 1, at + 1);
        }}
      >
        <MeetGlyph name="next" />
      </button>
    </div>
  );
}
