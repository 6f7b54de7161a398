import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { closeOnBack } from './close-on-back.ts';

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

function isPassedOver(each: HTMLElement, within: HTMLElement): boolean {
  if (!(each instanceof HTMLInputElement) || each.type !== 'radio' || each.checked) return false;
  const group = within.querySelectorAll<HTMLInputElement>('input[type=radio]:checked');
  return [...group].some(({ name }) => name === each.name);
}

/** From a modal `<dialog>`, Tab would also lead to the browser's own controls. */
export function trapTab(event: KeyboardEvent, modal: HTMLElement): void {
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

const openers = new WeakMap<Element, readonly Element[]>();

const around = (element: Element | null | undefined): readonly Element[] =>
  element
    ? [element, ...(openers.get(element) ?? around(element.parentElement?.closest('[tabindex], dialog')))]
    : [];

export function noteOpener(modal: Element): void {
  openers.set(modal, around(document.activeElement));
}

export function useModal(close: () => void): RefObject<HTMLDialogElement | null> {
  const element = useRef<HTMLDialogElement>(null);
  const latest = useRef(close);
  latest.current = close;
  useLayoutEffect(() => {
    const { current: modal } = element;
    if (!modal) return;
    noteOpener(modal);
    modal.showModal();
    const leave = closeOnBack(() => latest.current());
    return () => {
      leave();
      modal.close();
      restoreFocus(modal);
    };
  }, []);
  return element;
}

export function restoreFocus(modal: Element): void {
  const target = openers
    .get(modal)
    ?.find(
      (each): each is HTMLElement =>
        each.isConnected && each !== document.body && each.closest('dialog')?.open !== false,
    );
  (target ?? document.getElementById('title'))?.focus();
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    (document.getElementById('section-title') ?? document.getElementById('title'))?.focus();
  });
}
