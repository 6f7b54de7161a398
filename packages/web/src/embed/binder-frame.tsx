import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { type BinderHome, openBinder } from '../app/binder.ts';
import { recordedIn } from '../app/overlays.tsx';
import { SECTIONS, type Section } from '../app/sections.tsx';
import { currentTitle } from '../binder/binder-title.ts';
import type { BinderContext, BinderSection } from '../binder/context.ts';
import { BinderTabs } from '../binder/tabs.tsx';
import { Glyph } from '../design/glyph.tsx';
import { lazy, Skeleton } from '../design/states.tsx';
import { Toasts } from '../design/toasts.tsx';
import { meetOf } from '../meet-path.ts';
import { followLink, navigate, readRoute } from '../router.ts';
import { text } from '../strings/common.ts';
import { embed as words } from '../strings/messages/embed.ts';
import { emitBinderEvents } from './binder-events.ts';
import { hostActions } from './host-actions.ts';
import { flag, word } from './options.ts';
import type { EmbedSession } from './session.ts';
import { targetPath } from './target-path.ts';
import { useUnavailableBinder } from './unavailable-binder.tsx';

const ClipOverlay = lazy(() => import('./clip-overlay.tsx').then((module) => module.ClipOverlay), 'quiet');

interface BinderFrameProps {
  session: EmbedSession;
  home: BinderHome;
  binderId: string;
  own: BinderSection;
  section: Section;
  started: string;
  isAlone: boolean;
  back?: string;
  meet?: string | undefined;
}

export function BinderModule(props: Omit<BinderFrameProps, 'binderId'> & { first: string }) {
  const { session, home, own, first } = props;
  const callOptions = session.options.value;
  const binderId = word(callOptions, 'binder_id') ?? first;
  const path = targetPath(home.boot.root, binderId, own, callOptions);
  const openPath = useRef(path);
  useEffect(() => {
    if (openPath.current !== path) navigate(path);
    openPath.current = path;
  }, [path]);
  return <BinderFrame key={binderId} {...props} binderId={binderId} />;
}

export function BinderFrame(props: BinderFrameProps) {
  const { session, home, binderId } = props;
  const binder = useMemo((): BinderContext & { close(): void } => {
    const opened = openBinder(home, binderId, { hasMeets: true });
    const record = () => {
      // A host page that handles `request_note` opens the recorder itself, unless it sets `autostart_note`.
      const isLeft = session.hasCallback('request_note') && !flag(session.options.peek(), 'autostart_note');
      if (isLeft) session.emit('request_note', { binder_id: binderId });
      else opened.record();
    };
    const isHere = flag(session.options.peek(), 'autostart_meet');
    return {
      ...opened,
      record,
      ...hostActions(session, binderId),
      ...(isHere && { meet: () => void showMeet() }),
    };
  }, [binderId]);
  const closeMeet = useRef<() => void>(undefined);
  const showMeet = async (key?: string) => {
    const meets = await import('./meet-over.tsx');
    closeMeet.current = (await meets.showMeet(session, binder, key)) ?? closeMeet.current;
  };
  useEffect(() => {
    if (props.meet !== undefined) void showMeet(props.meet);
  }, [props.meet]);
  const isShown = useSignal(false);
  useEffect(() => {
    const stop = emitBinderEvents(session, binder.replica, home.boot.user.id);
    return () => {
      stop();
      closeMeet.current?.();
      binder.close();
    };
  }, [binder]);
  const isLoaded = useComputed(() => binder.state.value !== undefined).value;
  useEffect(() => {
    if (!isLoaded || isShown.peek()) return;
    isShown.value = true;
    session.send({ type: 'shown' });
    session.emit(props.started, { binder_id: binderId });
  }, [isLoaded]);
  const unavailable = useUnavailableBinder(session, binder, () => isShown.peek());
  const { section, id: thing, file } = binder.target.value;
  useEffect(() => {
    const page = file && binder.state.peek()?.pages.find(({ file_id }) => file_id === file);
    if (page) navigate(binder.links.page(page.id));
  }, [isLoaded, file]);
  useEffect(() => {
    if (section === 'pages' && thing !== undefined)
      session.emit('view_binder_page', { binder_id: binderId, page_id: thing });
  }, [section, thing]);

  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link?.href || link.target || link.hasAttribute('download')) return;
    const { pathname } = link;
    const meet = meetOf(home.boot.root, pathname)?.sessionKey;
    if (meet) {
      event.preventDefault();
      void showMeet(meet);
      return;
    }
    const route = readRoute(home.boot.root, pathname);
    if (route.page === 'binder' && route.binderId === binderId) return followLink(home.boot.root, event);
    if (link.getAttribute('href') === props.back) return followLink(home.boot.root, event);
    // The host page decides whether to show another binder.
    event.preventDefault();
    if (route.page === 'binder') session.emit('request_view_binder', { binder_id: route.binderId });
  };

  if (unavailable) return unavailable;
  const isAlone = props.isAlone && section === props.own;
  const SectionView = section === props.own ? props.section : SECTIONS[section];
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: browsers turn keys on links into clicks */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only receives the clicks on links */}
      <div class="embed-binder" data-alone={isAlone} onClick={onClick}>
        {!isAlone && <Head binder={binder} back={props.back} />}
        <main class="binder-section" key={section}>
          {isAlone && <h1 class="hidden-visually">{currentTitle(binder) || text.state.loading}</h1>}
          {isLoaded ? <SectionView binder={binder} /> : <Skeleton />}
        </main>
      </div>
      {recordedIn.value && <ClipOverlay session={session} binder={binder} />}
      <Toasts />
    </>
  );
}

function Head({ binder, back }: { binder: BinderContext; back: string | undefined }) {
  const { section } = binder.target.value;
  return (
    <header class="binder-head">
      <div class="binder-title">
        {back !== undefined && (
          <a class="back" href={back} aria-label={words.back}>
            <Glyph name="back" />
          </a>
        )}
        <h1 id="title" tabIndex={-1}>
          {currentTitle(binder) || text.state.loading}
        </h1>
      </div>
      <BinderTabs binder={binder} section={section} />
    </header>
  );
}
