import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** What the focus can go to within an element, in the order of the Tab key. */
const STOPS = 'a[href], button, input, select, textarea, summary, [tabindex]';

function stopsOf(element: HTMLElement): HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>(STOPS)].filter(
    (each) =>
      each.tabIndex >= 0 &&
      !each.hasAttribute('disabled') &&
      each.getClientRects().length > 0 &&
      !isPassedOver(each, element),
  );
}

/** Of the radio buttons of a group, the Tab key stops at the one that is chosen. */
function isPassedOver(each: HTMLElement, within: HTMLElement): boolean {
  if (!(each instanceof HTMLInputElement) || each.type !== 'radio' || each.checked) return false;
  const group = within.querySelectorAll<HTMLInputElement>('input[type=radio]:checked');
  return [...group].some(({ name }) => name === each.name);
}

/** Keeps the Tab key within a modal: from its last stop to the first, and back. The browser's own lets it out of the page. */
export function keepTabInside(event: KeyboardEvent, modal: HTMLElement): void {
  if (event.key !== 'Tab') return;
  const stops = stopsOf(modal);
  const [first] = stops;
  const last = stops.at(-1);
  const from = event.shiftKey ? first : last;
  const to = event.shiftKey ? last : first;
  const { activeElement } = document;
  if (activeElement !== from && stops.includes(activeElement as HTMLElement)) return;
  event.preventDefault();
  to?.focus();
}

/** What had the focus when each modal was opened. */
const openers = new WeakMap<Element, Element | null>();

/** Notes what has the focus, before a modal takes it. */
export function noteOpener(modal: Element): void {
  openers.set(modal, document.activeElement);
}

/** Shows a dialog as a modal for as long as it is drawn, and gives the focus back after it. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current: modal } = element;
    if (!modal) return;
    noteOpener(modal);
    modal.showModal();
    return () => {
      modal.close();
      giveFocusBack(modal);
    };
  }, []);
  return element;
}

/**
 * Gives the focus back to what had it before a modal. When that stood in a modal that is closed too, to what opened that
 * one; when nothing of it is there any more, to the title of the page.
 */
export function giveFocusBack(modal: Element): void {
  let target = openers.get(modal) ?? null;
  while (target && !canTakeFocus(target)) {
    const enclosing: Element | null = target.closest('dialog');
    target = enclosing ? (openers.get(enclosing) ?? null) : null;
  }
  (target ?? document.getElementById('title'))?.focus();
  // What it was given to may go together with the modal, as a row does that is deleted.
  queueMicrotask(() => {
    if (document.activeElement !== document.body) return;
    (document.getElementById('section-title') ?? document.getElementById('title'))?.focus();
  });
}

function canTakeFocus(element: Element): element is HTMLElement {
  const enclosing = element.closest('dialog');
  return (
    element instanceof HTMLElement &&
    element.isConnected &&
    element !== document.body &&
    (!enclosing || enclosing.open)
  );
}
