import { useComputed } from '@preact/signals';
import { unwrap } from '@ringbinder/client';
import { render } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { type BinderHome, openBinder } from '../app/binder.ts';
import { kindOf } from '../binder/page-kind.ts';
import { nameOf } from '../binder/page-name.ts';
import { Empty, Skeleton } from '../design/states.tsx';
import { Toasts } from '../design/toasts.tsx';
import { Draw } from '../draw/index.tsx';
import { binderPath } from '../router.ts';
import { text as common } from '../strings/common.ts';
import { moduleErrors } from '../strings/en/module-errors.ts';
import { embed as text } from '../strings/messages/embed.ts';
import { emitBinderEvents } from './binder-events.ts';
import { chooseBinder, makeBinder, meansBinder } from './choose-binder.ts';
import { createHome } from './create.ts';
import type { EmbedParts } from './module.ts';
import { id } from './options.ts';
import type { EmbedSession } from './session.ts';
import { useUnavailableBinder } from './unavailable-binder.tsx';

export async function begin(parts: EmbedParts): Promise<void> {
  const { session, element } = parts;
  // Older host pages name no binder, so create one.
  const binderId = meansBinder(session)
    ? await chooseBinder(session)
    : await makeBinder(session, text.whiteboardName, []);
  const pageId = await choosePage(session, binderId);
  const path = binderPath(session.boot.root, binderId, 'pages', pageId);
  const home = createHome(parts, path);
  const share_url = `${location.origin}${path}`;
  let isOver = false;
  const stop = () => {
    if (isOver) return;
    isOver = true;
    const { pages = [] } = home.channel.subscribe(binderId).state ?? {};
    const uri = pages.find(({ id }) => id === pageId)?.page_uri ?? '';
    const download_url = uri === '' ? '' : new URL(uri, location.origin).href;
    session.emit('stop_annotate', { binder_id: binderId, share_url, download_url });
    render(null, element);
    session.send({ type: 'closed' });
    if (session.boot.is_popup) window.close();
  };
  session.onClose = stop;
  render(
    <DrawFrame session={session} home={home} binderId={binderId} pageId={pageId} stop={stop} />,
    element,
  );
}

interface DrawFrameProps {
  session: EmbedSession;
  home: BinderHome;
  binderId: string;
  pageId: number;
  stop: () => void;
}

function DrawFrame({ session, home, binderId, pageId, stop }: DrawFrameProps) {
  const binder = useMemo(() => openBinder(home, binderId), [binderId]);
  useEffect(() => {
    const end = emitBinderEvents(session, binder.replica, home.boot.user.id);
    return () => {
      end();
      binder.close();
    };
  }, [binder]);
  const page = useComputed(() => binder.state.value?.pages.find(({ id }) => id === pageId)).value;
  const isLoaded = binder.state.value !== undefined;
  const isShown = useRef(false);
  const unavailable = useUnavailableBinder(session, binder, () => isShown.current);
  useEffect(() => {
    if (!isLoaded) return;
    if (!page) return session.fail(404, moduleErrors.noPage(pageId));
    isShown.current = true;
    session.send({ type: 'shown' });
    session.emit('start_annotate', { binder_id: binderId, page_id: pageId });
  }, [isLoaded]);
  if (unavailable) return unavailable;
  if (isLoaded && !page) {
    const { title, hint } = text.problems.gone;
    return <Empty title={title}>{hint}</Empty>;
  }
  return (
    <>
      <main class="embed-draw">
        <h1 class="hidden-visually">{page ? nameOf(page) : common.state.loading}</h1>
        {page ? <Draw binder={binder} page={page} close={stop} /> : <Skeleton />}
      </main>
      <Toasts />
    </>
  );
}

async function choosePage({ client, options }: EmbedSession, binderId: string): Promise<number> {
  const named = id(options.peek(), 'page_id');
  if (named !== undefined) return named;
  const params = { path: { binder_id: binderId } };
  const { pages } = await unwrap(client.api.GET('/{binder_id}/pages', { params }));
  const newest = pages
    .filter((page) => kindOf(page).isDrawable)
    .toSorted((one, other) => other.id - one.id)[0];
  if (newest) return newest.id;
  const body = { type: 'whiteboard', name: text.whiteboardName } as const;
  return (await unwrap(client.api.POST('/{binder_id}/pages', { params, body }))).page_id;
}
