import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { address } from '../address.ts';
import { Glyph } from '../design/glyph.tsx';
import { Icon } from '../design/icon.tsx';
import { Empty, Failed, lazy, Skeleton } from '../design/states.tsx';
import { hasMoved, homePath } from '../router.ts';
import { text } from '../strings/app.ts';
import { home as words } from '../strings/messages/home.ts';
import { view } from '../strings/messages/view.ts';
import { useApp } from '../timeline/context.ts';
import { Approvals } from './approvals.tsx';
import { withCompleted } from './completed.ts';
import { Meets } from './meets.tsx';
import { Mentions } from './mentions.tsx';
import { Requests } from './requests.tsx';
import { RunningDelegation } from './running-delegation.tsx';
import { Saved } from './saved.tsx';
import { Start } from './start.tsx';
import { type HomeContent, type HomeStore, homeStore } from './store.ts';
import { Todos } from './todos.tsx';
import { isWaitingQuery } from './waiting-path.ts';

const FirstBinder = lazy(() => import('./first-binder.tsx').then((module) => module.FirstBinder));

const Waiting = lazy(() => import('./waiting.tsx').then((module) => module.Waiting));

export function Home({ bell }: { bell: ComponentChildren }) {
  if (useApp().route.value.page === 'timeline') return <Start />;
  const isWaiting = isWaitingQuery(address.value.query);
  return <ForYou key={String(isWaiting)} isWaiting={isWaiting} bell={bell} />;
}

export function ForYou({ isWaiting, bell }: { isWaiting: boolean; bell?: ComponentChildren }) {
  const app = useApp();
  const store = homeStore(app);
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (hasMoved()) title.current?.focus();
  }, []);
  useEffect(() => {
    void store.load();
    return store.reset;
  }, [store]);
  return (
    <>
      <header class="binder-head home-head">
        <div class="binder-title">
          <a
            class="back"
            href={isWaiting ? homePath(app.boot.root) : `${app.boot.root}/`}
            aria-label={isWaiting ? words.waitingPage.back : view.binder.back}
            data-always={isWaiting}
          >
            <Glyph name="back" />
          </a>
          <h1 id="title" tabIndex={-1} ref={title}>
            {isWaiting ? words.waitingPage.title : text.app.forYou}
          </h1>
          {bell}
        </div>
      </header>
      <div class="binder-section">
        <div class="section-page">
          <RunningDelegation />
          {isWaiting ? <Waiting /> : <Content store={store} />}
        </div>
      </div>
    </>
  );
}

function Content({ store }: { store: HomeStore }) {
  const { value: content } = store.content;
  const { value: problem } = store.problem;
  const { cards } = useApp();
  if (cards.value?.length === 0) return <FirstBinder />;
  if (!content) return problem === undefined ? <Skeleton /> : <Failed message={problem} retry={store.load} />;
  return <Sections store={store} content={content} />;
}

function Sections({ store, content }: { store: HomeStore; content: HomeContent }) {
  const { approvals, meets, mentions, saved, requests } = content;
  const todos = { ...content.todos, items: withCompleted(content.todos.items) };
  if ([approvals, meets, todos, requests, saved, mentions].every(({ items }) => items.length === 0))
    return <Empty icon={<Icon name="mark" />} title={words.empty} />;
  return (
    <>
      <Approvals store={store} section={approvals} />
      <Meets store={store} section={meets} />
      <Todos store={store} section={todos} />
      <Requests store={store} section={requests} />
      <Saved store={store} section={saved} />
      <Mentions store={store} section={mentions} />
    </>
  );
}
