import { applySingleKeys, hasSingleKeys } from '../design/single-keys.ts';
import { binderPath, homePath, navigate } from '../router.ts';
import type { AppContext } from '../timeline/context.ts';
import { isUnread } from '../timeline/rows.ts';
import { overlay } from './overlay.ts';

const SEQUENCE_MS = 1_000;
let goPressedAt = Number.NEGATIVE_INFINITY;

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('textarea, select, input:not([type=radio]):not([type=checkbox])'))
  );
}

export function listenForShortcuts(app: AppContext): void {
  applySingleKeys();
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const isHandled = act(app, event);
    if (isHandled) event.preventDefault();
  });
}

function act(app: AppContext, event: KeyboardEvent): boolean {
  const { key, altKey, shiftKey } = event;
  const isCommand = event.metaKey || event.ctrlKey;
  if (isCommand && !altKey && !shiftKey && key.toLowerCase() === 'k') {
    overlay.value = overlay.value === 'find' ? undefined : 'find';
    return true;
  }
  if (document.querySelector('dialog[open]')) return false;
  if (altKey && !isCommand && (key === 'ArrowDown' || key === 'ArrowUp')) {
    goBeside(app, key === 'ArrowDown' ? 1 : -1, shiftKey);
    return true;
  }
  if (isCommand || altKey || isWriting(event.target) || !hasSingleKeys()) return false;
  const isSequence = event.timeStamp - goPressedAt < SEQUENCE_MS;
  goPressedAt = key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
  if (key === 'h' && isSequence) {
    navigate(homePath(app.boot.root));
    return true;
  }
  if (key === '?') {
    overlay.value = 'shortcuts';
    return true;
  }
  return false;
}

function goBeside({ cards, route, boot }: AppContext, step: 1 | -1, unreadOnly: boolean): void {
  const all = cards.value ?? [];
  const { value: openRoute } = route;
  const openAt = all.findIndex(
    ({ binder }) => openRoute.page === 'binder' && binder.id === openRoute.binderId,
  );
  const order = step === 1 ? all.slice(openAt + 1) : all.slice(0, Math.max(0, openAt)).toReversed();
  const next = order.find((card) => !unreadOnly || isUnread(card));
  if (next) navigate(binderPath(boot.root, next.binder.id));
}
