import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { lazy } from '../design/states.tsx';

export const overlay = signal<'find' | 'shortcuts' | 'language' | undefined>(undefined);

/** A module that loads later sets it. */
export const belowList = signal<ComponentChildren>(undefined);

/** A module that loads later sets it. */
export const homeBadge = signal<ComponentChildren>(undefined);

/** A module that loads later sets it. */
export const bell = signal<ComponentChildren>(undefined);

/** A module that loads later sets it. */
export const connectionLine = signal<ComponentChildren>(undefined);

/** A module that loads later sets it. */
export const toasts = signal<ComponentChildren>(undefined);

export const recordedIn = signal<string | undefined>(undefined);

const Find = lazy(() => import('./find.tsx').then((module) => module.Find), 'quiet');
const Shortcuts = lazy(() => import('./shortcut-sheet.tsx').then((module) => module.ShortcutSheet), 'quiet');
const LanguageDialog = lazy(
  () => import('./language-dialog.tsx').then((module) => module.LanguageDialog),
  'quiet',
);
const AppClip = lazy(() => import('./clip.tsx').then((module) => module.AppClip), 'quiet');

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

function Sheet() {
  const close = () => {
    overlay.value = undefined;
  };
  switch (overlay.value) {
    case 'find':
      return <Find close={close} />;
    case 'shortcuts':
      return <Shortcuts close={close} />;
    case 'language':
      return <LanguageDialog close={close} />;
    case undefined:
      return null;
  }
}
