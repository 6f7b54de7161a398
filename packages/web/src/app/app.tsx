import { Empty } from '../design/states.tsx';
import { Toasts } from '../design/toast.tsx';
import { text } from '../strings/en.ts';
import { Timeline } from '../timeline/timeline.tsx';
import { BinderView } from './binder-view.tsx';
import { type AppContext, Context } from './context.ts';
import { followLink } from './router.ts';

/** The app: Timeline at the left, the binder that the address names at the right. */
export function App({ app }: { app: AppContext }) {
  const route = app.route.value;
  return (
    <Context.Provider value={app}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: links take keys by themselves, and give clicks for them */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it hears of links that are followed */}
      <div class="app" data-page={route.page} onClick={(event) => followLink(app.boot.root, event)}>
        <div class="app-side">
          <Timeline />
        </div>
        <main class="app-main">
          {route.page === 'binder' && <BinderView key={route.binderId} binderId={route.binderId} />}
          {route.page === 'timeline' && <Empty title={text.app.choose}>{text.app.chooseAbout}</Empty>}
          {route.page === 'missing' && <Empty title={text.shell.missing}>{text.shell.missingAbout}</Empty>}
        </main>
      </div>
      <Toasts />
    </Context.Provider>
  );
}
