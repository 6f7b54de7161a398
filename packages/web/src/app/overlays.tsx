import { signal } from '@preact/signals';
import { lazy } from '../design/states.tsx';
import type { Download } from './downloads.ts';

/** What lies over the app: the field that finds things, the sheet of shortcuts, or what is said of one's own data. */
export const overlay = signal<'find' | 'shortcuts' | 'data' | undefined>(undefined);

/** What is being downloaded while the app is used. */
export const downloads = signal<readonly Download[]>([]);

/** The binder in which a clip is recorded, over all else. */
export const recordedIn = signal<string | undefined>(undefined);

const Find = lazy(() => import('./find.tsx').then((module) => module.Find), 'quiet');
const Shortcuts = lazy(() => import('./shortcut-sheet.tsx').then((module) => module.ShortcutSheet), 'quiet');
const OwnData = lazy(
  () => import('./download-dialogs.tsx').then((module) => module.DownloadOwnData),
  'quiet',
);
const List = lazy(() => import('./download-list.tsx').then((module) => module.DownloadList), 'quiet');
const AppClip = lazy(() => import('./clip.tsx').then((module) => module.AppClip), 'quiet');

/** Where what lies over the app appears. */
export function Overlays() {
  return (
    <>
      <Sheet />
      {recordedIn.value && (
        <AppClip
          binderId={recordedIn.value}
          close={() => {
            recordedIn.value = undefined;
          }}
        />
      )}
    </>
  );
}

/** What is being downloaded; nothing where nothing is. */
export function Downloads() {
  return downloads.value.length > 0 ? <List list={downloads.value} /> : null;
}

function Sheet() {
  const close = () => {
    overlay.value = undefined;
  };
  switch (overlay.value) {
    case 'find':
      return <Find close={close} />;
    case 'shortcuts':
      return <Shortcuts close={close} />;
    case 'data':
      return <OwnData close={close} />;
    case undefined:
      return null;
  }
}
