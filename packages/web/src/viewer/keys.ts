import { useLayoutEffect } from 'preact/hooks';
import type { StageHandle } from './stage.tsx';
import type { View } from './view.ts';

interface KeyActions {
  view: View;
  stage: () => StageHandle | undefined;
  scrolled: () => Pick<StageHandle, 'scrollBy'> | undefined;
  previous?: (() => void) | undefined;
  next?: (() => void) | undefined;
  first?: (() => void) | undefined;
  last?: (() => void) | undefined;
  turn: (direction: 1 | -1) => boolean;
  search?: (() => void) | undefined;
  fullScreen: () => void;
  seek?: ((seconds: number) => void) | undefined;
  toggle?: (() => void) | undefined;
}

const LINE = 60;
const ALL = 1e7;
const screenful = () => (innerHeight * 2) / 3;

export function useViewerKeys(actions: KeyActions): void {
  // With a layout effect, quickly repeated keys call the current actions.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey) return;
      const isCommand = event.ctrlKey || event.metaKey;
      const target = event.target as HTMLElement;
      if (target.closest('dialog, [role=menu]') || document.querySelector('dialog[open]')) return;
      if (isCommand && event.key.toLowerCase() === 'f' && actions.search) {
        event.preventDefault();
        actions.search();
        return;
      }
      if (isCommand || target.closest('input, textarea, select, [contenteditable]')) return;
      const isCharacter = event.key.length === 1 && event.key !== ' ';
      if (isCharacter && document.documentElement.dataset.singleKeys) return;
      if (act(event, actions)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
}

function act(event: KeyboardEvent, actions: KeyActions): boolean {
  const { view } = actions;
  const stage = actions.stage();
  const scrollOr = (left: number, top: number, otherwise?: () => unknown) => {
    // A held key stops at the end of the page.
    if (!actions.scrolled()?.scrollBy(left, top) && !event.repeat) otherwise?.();
    return true;
  };
  switch (event.key) {
    case '+':
    case '=':
      stage?.zoomTo(view.step(1));
      return true;
    case '-':
      stage?.zoomTo(view.step(-1));
      return true;
    case '0':
      view.fit('fit-page');
      return true;
    case '1':
      view.setPercent(100);
      return true;
    case '2':
      view.fit('fit-width');
      return true;
    case 'r':
      view.turn();
      return true;
    case 'f':
      actions.fullScreen();
      return true;
    case 'Home':
      return stage ? go(actions.first) : scrollOr(0, -ALL, actions.first);
    case 'End':
      return stage ? go(actions.last) : scrollOr(0, ALL, actions.last);
    case 'PageUp':
      return scrollOr(0, -screenful(), () => actions.turn(-1) || actions.previous?.());
    case 'PageDown':
      return scrollOr(0, screenful(), () => actions.turn(1) || actions.next?.());
  }
  return actions.seek ? actOnMedia(event, actions) : actOnArrows(event, actions, scrollOr);
}

function actOnArrows(
  { key, shiftKey, target }: KeyboardEvent,
  actions: KeyActions,
  scrollOr: (left: number, top: number, otherwise?: () => unknown) => boolean,
): boolean {
  const direction = shiftKey ? -1 : 1;
  switch (key) {
    case 'ArrowLeft':
      return scrollOr(-LINE, 0, actions.previous);
    case 'ArrowRight':
      return scrollOr(LINE, 0, actions.next);
    case 'ArrowUp':
      return scrollOr(0, -LINE, () => actions.turn(-1));
    case 'ArrowDown':
      return scrollOr(0, LINE, () => actions.turn(1));
    case ' ':
      if (!isReading(target as HTMLElement)) return false;
      return scrollOr(0, direction * screenful(), () => actions.turn(direction));
  }
  return false;
}

function actOnMedia({ key, target }: KeyboardEvent, { seek, toggle }: KeyActions): boolean {
  switch (key) {
    case 'ArrowLeft':
      seek?.(-5);
      return true;
    case 'ArrowRight':
      seek?.(5);
      return true;
    case ' ':
    case 'k':
      if (key === ' ' && (target as HTMLElement).closest('button, a, summary')) return false;
      return go(toggle);
  }
  return false;
}

/** In other panes, and on a button, Space keeps its use. */
const isReading = (target: HTMLElement) =>
  (target === document.body || target.closest('.viewer')) && !target.closest('button, summary');

function go(action: (() => void) | undefined): boolean {
  action?.();
  return true;
}
