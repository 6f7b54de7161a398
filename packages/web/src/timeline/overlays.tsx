import { lazy } from '../design/states.tsx';
import { text } from '../strings/app.ts';
import { dialog } from './dialog-state.ts';
import { menu } from './menu-state.ts';

const Dialogs = lazy(() => import('./dialogs.tsx').then((module) => module.Dialogs), 'quiet');
const TimelineMenu = lazy(() => import('./menus.tsx').then((module) => module.TimelineMenu), 'quiet');

export function TimelineOverlays() {
  return (
    <>
      {menu.value && (
        <section aria-label={text.app.over}>
          <TimelineMenu key={menu.value} state={menu.value} />
        </section>
      )}
      {dialog.value && <Dialogs />}
    </>
  );
}
