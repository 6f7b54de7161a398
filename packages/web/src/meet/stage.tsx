import { type Signal, useSignal } from '@preact/signals';
import type { MeetState } from '@ringbinder/client/meet';
import { RING_DURATION_MS } from '@ringbinder/protocol/ringing.ts';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { currentTitle } from '../binder/binder-title.ts';
import type { BinderContext } from '../binder/context.ts';
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
  const lastOther = useRef<string>(undefined);
  const other = state.participants.find(({ id }) => id !== state.self?.id);
  if (other) lastOther.current = other.name;
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
      {isAlone && <Alone context={context} session={session} left={lastOther.current} />}
      {isPaged && <StagePages page={page} at={at} pages={pages} />}
    </div>
  );
}

interface AloneProps {
  context: MeetContext;
  session: MeetSession;
  /** Name of the person who left last. */
  left: string | undefined;
}

function Alone({ context, session, left }: AloneProps) {
  const { link } = context;
  const declined = session.declined.value;
  const calling = useCalling(context);
  const isCall = calling !== undefined && left === undefined && declined.length === 0;
  useEffect(() => {
    if (isCall) session.announce(calling);
  }, [isCall && calling]);
  if (isCall)
    return (
      <div class="meet-alone">
        <strong>{calling}</strong>
      </div>
    );
  return (
    <div class="meet-alone">
      <strong>{left === undefined ? text.stage.alone : text.says.left(left)}</strong>
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

/** Undefined unless the user calls one person, and joined while the call rang. */
function useCalling({ binder, sessionKey }: MeetContext): string | undefined {
  const [since] = useState(Date.now);
  const [now, setNow] = useState(since);
  const startTime = binder && startOfCall(binder, sessionKey);
  // Limits the effect of a wrong clock.
  const until = startTime && Math.min(startTime, since) + RING_DURATION_MS;
  useEffect(() => {
    if (!until || now >= until) return;
    const timer = setTimeout(() => setNow(Date.now()), until - now);
    return () => clearTimeout(timer);
  }, [until, now]);
  if (!binder || !until || since >= until) return undefined;
  const name = currentTitle(binder);
  return now < until ? text.stage.calling(name) : text.stage.unanswered(name);
}

function startOfCall({ me, state }: BinderContext, sessionKey: string): number | undefined {
  const { binder, meets = [] } = state.value ?? {};
  const meet = meets.find(({ session_key }) => session_key === sessionKey);
  const isCall = binder?.conversation && binder.total_members === 2 && meet?.host.id === me.id;
  return isCall && meet.end_time === undefined ? meet.start_time : undefined;
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
