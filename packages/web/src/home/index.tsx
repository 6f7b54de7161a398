import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Glyph } from '../design/glyph.tsx';
import { Empty, Failed, Skeleton } from '../design/states.tsx';
import { hasMoved } from '../router.ts';
import { text } from '../strings/app.ts';
import { binderView } from '../strings/en/binder-view.ts';
import { home as words } from '../strings/en/home.ts';
import { useApp } from '../timeline/context.ts';
import { Approvals } from './approvals.tsx';
import { withCompleted } from './completed.ts';
import { FirstBinder } from './first-binder.tsx';
import { Meets } from './meets.tsx';
import { Mentions } from './mentions.tsx';
import { Saved } from './saved.tsx';
import { Start } from './start.tsx';
import { type HomeContent, type HomeStore, homeStore } from './store.ts';
import { Todos } from './todos.tsx';

/** Home, or at the bare address what opens instead. */
export function Home() {
  return useApp().route.value.page === 'timeline' ? <Start /> : <ForYou />;
}

/** Items that wait for the user, from all binders. */
function ForYou() {
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
          <a class="back" href={`${app.boot.root}/`} aria-label={binderView.back}>
            <Glyph name="back" />
          </a>
          <h1 id="title" tabIndex={-1} ref={title}>
            {text.app.forYou}
          </h1>
        </div>
      </header>
      <div class="binder-section">
        <div class="section-page">
          <Content store={store} />
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
  const { approvals, meets, mentions, saved } = content;
  const todos = { ...content.todos, items: withCompleted(content.todos.items) };
  if ([approvals, meets, todos, saved, mentions].every(({ items }) => items.length === 0))
    return <Empty icon="mark" title={words.empty} />;
  return (
    <>
      <Approvals store={store} section={approvals} />
      <Meets store={store} section={meets} />
      <Todos store={store} section={todos} />
      <Saved store={store} section={saved} />
      <Mentions store={store} section={mentions} />
    </>
  );
}
