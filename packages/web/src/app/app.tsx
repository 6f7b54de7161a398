import { useEffect } from 'preact/hooks';
import { isNarrow } from '../design/narrow.ts';
import { lazy } from '../design/states.tsx';
import { footer } from '../downloads/download-state.ts';
import { followLink, homePath } from '../router.ts';
import { text } from '../strings/app.ts';
import { type AppContext, Context, useApp } from '../timeline/context.ts';
import { Mark } from '../timeline/marks.tsx';
import { TimelineOverlays } from '../timeline/overlays.tsx';
import { Timeline } from '../timeline/timeline.tsx';
import { overlay } from './overlay.ts';
import { bell, belowList, connectionLine, homeBadge, Overlays, profile, toasts } from './overlays.tsx';

const loadBinderView = () => import('./binder-view.tsx').then((module) => module.BinderView);
const BinderView = lazy(loadBinderView);
const Home = lazy(() => import('../home/index.tsx').then((module) => module.Home));
const Missing = lazy(() => import('./missing.tsx').then((module) => module.Missing));
if (location.pathname.includes('/b/')) void loadBinderView();

export function App({ app, language }: { app: AppContext; language: string }) {
  const { value: route } = app.route;
  useEffect(() => {
    import('./background-tasks.ts').then(({ startBackgroundTasks }) => startBackgroundTasks(app));
  }, []);
  const isAlone = isNarrow.value && route.page === 'timeline';
  return (
    <Context.Provider key={language} value={app}>
      <a class="button primary skip" href="#title">
        {text.app.skip}
      </a>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: browsers send clicks for keys on links */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles only clicks on links */}
      <div class="app" data-page={route.page} onClick={(event) => followLink(app.boot.root, event)}>
        <div class="app-side" role={isAlone ? 'main' : undefined}>
          {isAlone && (
            <h1 class="hidden-visually" id="title" tabIndex={-1}>
              {text.app.home}
            </h1>
          )}
          <nav class="app-list" id="binders" tabIndex={-1} aria-label={text.app.home}>
            <SideHead />
            <a
              class="home-link"
              href={homePath(app.boot.root)}
              aria-current={route.page === 'home' ? 'page' : undefined}
            >
              <Mark name="inbox" />
              {text.app.forYou}
              {homeBadge.value}
            </a>
            <Timeline />
            {belowList.value}
          </nav>
        </div>
        {!isAlone && (
          <main class="app-main">
            {route.page === 'binder' ? (
              <BinderView key={route.binderId} binderId={route.binderId} />
            ) : route.page === 'missing' ? (
              <Missing />
            ) : (
              <Home bell={isNarrow.value && [bell.value, profile.value]} />
            )}
          </main>
        )}
        {connectionLine.value}
        {footer.value}
      </div>
      <TimelineOverlays />
      <Overlays />
      {toasts.value}
    </Context.Provider>
  );
}

function SideHead() {
  const { boot } = useApp();
  return (
    <div class="side-head">
      <button
        type="button"
        class="find-button"
        onClick={() => {
          overlay.value = 'find';
        }}
      >
        <Mark name="search" />
        <span>{text.app.find}</span>
        <span class="keycap" aria-hidden="true">
          {text.app.findKey}
        </span>
      </button>
      {boot.environment === 'sandbox' && <span class="badge accent">{text.app.sandbox}</span>}
      {bell.value}
      {profile.value}
    </div>
  );
}
