import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { lazy } from '../design/states.tsx';
import { overlay } from './overlay.ts';

export const belowList = signal<ComponentChildren>(undefined);

export const homeBadge = signal<ComponentChildren>(undefined);

export const bell = signal<ComponentChildren>(undefined);

export const profile = signal<ComponentChildren>(undefined);

export const connectionLine = signal<ComponentChildren>(undefined);

export const toasts = signal<ComponentChildren>(undefined);

export const recordedIn = signal<string | undefined>(undefined);

const sheets = {
  find: lazy(() => import('./find.tsx').then((module) => module.Find), 'quiet'),
  shortcuts: lazy(() => import('./shortcut-sheet.tsx').then((module) => module.ShortcutSheet), 'quiet'),
  language: lazy(() => import('./language-dialog.tsx').then((module) => module.LanguageDialog), 'quiet'),
};
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
  const Shown = overlay.value && sheets[overlay.value];
  if (!Shown) return null;
  return (
    <Shown
      close={() => {
        overlay.value = undefined;
      }}
    />
  );
}
