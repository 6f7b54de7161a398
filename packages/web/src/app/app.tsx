import { useEffect } from 'preact/hooks';
import { Empty } from '../design/states.tsx';
import { Toasts } from '../design/toast.tsx';
import { text } from '../strings/app.ts';
import { Mark } from '../timeline/marks.tsx';
import { Timeline } from '../timeline/timeline.tsx';
import { BinderView } from './binder-view.tsx';
import { ConnectionLine } from './connection-line.tsx';
import { type AppContext, Context } from './context.ts';
import { Overlays, overlay } from './overlays.tsx';
import { Profile } from './profile.tsx';
import { followLink } from './router.ts';
import { hearShortcuts } from './shortcuts.ts';

/** The app: Timeline at the left, the binder that the address names at the right. */
export function App({ app }: { app: AppContext }) {
  const { value: route } = app.route;
  useEffect(() => hearShortcuts(app), []);
  return (
    <Context.Provider value={app}>
      <a class="button primary skip" href="#title">
        {text.app.skipToBinder}
      </a>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: links take keys by themselves, and give clicks for them */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it hears of links that are followed */}
      <div class="app" data-page={route.page} onClick={(event) => followLink(app.boot.root, event)}>
        <div class="app-side">
          <SideHead />
          <Timeline />
          <ConnectionLine />
        </div>
        <main class="app-main">
          {route.page === 'binder' && <BinderView key={route.binderId} binderId={route.binderId} />}
          {route.page === 'timeline' && <Choose />}
          {route.page === 'missing' && <Missing />}
        </main>
      </div>
      <Overlays />
      <Toasts />
    </Context.Provider>
  );
}

/** Whose binders these are, and the field that finds things. */
function SideHead() {
  return (
    <header class="side-head">
      <button
        type="button"
        class="find-button"
        onClick={() => {
          overlay.value = 'find';
        }}
      >
        <Mark name="search" />
        <span>{text.find.button}</span>
        <kbd aria-hidden="true">{text.find.key}</kbd>
      </button>
      <Profile />
    </header>
  );
}

function Choose() {
  return (
    <div class="app-nothing">
      <Empty icon="mark" title={text.app.choose}>
        {text.app.chooseAbout}
      </Empty>
    </div>
  );
}

function Missing() {
  return (
    <div class="app-nothing">
      <Empty icon="warning" title={text.shell.missing}>
        {text.shell.missingAbout}
      </Empty>
    </div>
  );
}
