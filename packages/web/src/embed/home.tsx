import { render } from 'preact';
import { useEffect } from 'preact/hooks';
import { address } from '../address.ts';
import { lazy } from '../design/states.tsx';
import { Toasts } from '../design/toasts.tsx';
import { ForYou } from '../home/index.tsx';
import { homeStore } from '../home/store.ts';
import { isWaitingQuery, waitingPath } from '../home/waiting-path.ts';
import { meetOf } from '../meet-path.ts';
import { followLink, homePath, readRoute } from '../router.ts';
import { type AppContext, Context } from '../timeline/context.ts';
import { TimelineOverlays } from '../timeline/overlays.tsx';
import { createApp } from './create-app.ts';
import type { EmbedParts } from './module.ts';
import { flag } from './options.ts';
import type { EmbedSession } from './session.ts';

const OpenedBinder = lazy(() => import('./opened-binder.tsx').then((module) => module.OpenedBinder));

export function begin(parts: EmbedParts): void {
  const { session, element } = parts;
  const { root } = session.boot;
  const path = session.call === 'inbox' ? waitingPath(root) : homePath(root);
  render(<HomeFrame session={session} app={createApp(parts, path)} path={path} />, element);
}

interface HomeFrameProps {
  session: EmbedSession;
  app: AppContext;
  path: string;
}

function HomeFrame({ session, app, path }: HomeFrameProps) {
  const store = homeStore(app);
  const isLoaded = store.content.value !== undefined || store.problem.value !== undefined;
  const route = app.route.value;
  const binderId = route.page === 'binder' ? route.binderId : undefined;
  useEffect(() => {
    if (!isLoaded) return;
    session.send({ type: 'shown' });
    session.emit(session.call === 'inbox' ? 'start_inbox' : 'start_home');
  }, [isLoaded]);
  useEffect(() => emitCounts(session, app), []);
  useEffect(() => {
    if (binderId !== undefined) session.emit('view_binder', { binder_id: binderId });
  }, [binderId]);
  const isWaiting = isWaitingQuery(address.value.query);
  return (
    <Context.Provider value={app}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: browsers turn keys on links into clicks */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only receives the clicks on links */}
      <div
        class="embed-home"
        data-inbox={session.call === 'inbox'}
        onClick={(event) => {
          if (!leaveToPage(session, app, event)) followLink(app.boot.root, event);
        }}
      >
        {binderId === undefined ? (
          <main class="embed-binder">
            <ForYou key={String(isWaiting)} isWaiting={isWaiting} />
          </main>
        ) : (
          <OpenedBinder
            key={binderId}
            session={session}
            home={app}
            binderId={binderId}
            back={path}
            meet={meetOf(app.boot.root, address.value.path)?.sessionKey}
          />
        )}
      </div>
      <TimelineOverlays />
      <Toasts />
    </Context.Provider>
  );
}

const OPTIONS = {
  chat: 'chat_id',
  pages: 'page_id',
  todos: 'todo_id',
  transactions: 'transaction_id',
} as const;

function leaveToPage(session: EmbedSession, { boot }: AppContext, event: MouseEvent): boolean {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (event.defaultPrevented || !link?.href || link.target) return false;
  const route = readRoute(boot.root, link.pathname);
  if (route.page !== 'binder') return false;
  const meet = meetOf(boot.root, link.pathname)?.sessionKey;
  const name = meet === undefined ? 'request_view_binder' : 'request_join_meet';
  const isHere = meet !== undefined && flag(session.options.peek(), 'autostart_meet');
  if (!session.hasCallback(name) || isHere) return false;
  event.preventDefault();
  const { section, id } = route.target;
  const option = section in OPTIONS ? OPTIONS[section as keyof typeof OPTIONS] : undefined;
  session.emit(name, {
    binder_id: route.binderId,
    ...(meet !== undefined && { session_key: meet, meet_id: meet }),
    ...(option !== undefined && id !== undefined && { [option]: id }),
  });
  return true;
}

function emitCounts(session: EmbedSession, app: AppContext): () => void {
  let last = '';
  return homeStore(app).content.subscribe((content) => {
    if (!content) return;
    const entries = Object.entries(content).map(([name, { count }]) => [name, count]);
    if (String(entries) === last) return;
    last = String(entries);
    session.emit('home_counts', Object.fromEntries(entries));
  });
}
