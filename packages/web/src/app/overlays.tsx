import { signal } from '@preact/signals';
import { lazy } from '../design/lazy.tsx';

/** What lies over the app: the field that finds things, or the sheet of shortcuts. */
export const overlay = signal<'find' | 'shortcuts' | undefined>(undefined);

const Find = lazy(() => import('./find.tsx').then((module) => module.Find), 'quiet');
const Shortcuts = lazy(() => import('./shortcut-sheet.tsx').then((module) => module.ShortcutSheet), 'quiet');

/** Where what lies over the app appears. */
export function Overlays() {
  const close = () => {
    overlay.value = undefined;
  };
  switch (overlay.value) {
    case 'find':
      return <Find close={close} />;
    case 'shortcuts':
      return <Shortcuts close={close} />;
    case undefined:
      return null;
  }
}
