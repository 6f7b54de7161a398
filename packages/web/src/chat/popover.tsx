import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useCloseOnBack } from '../design/close-on-back.ts';
import { noteOpener, restoreFocus } from '../design/modal.ts';
import { isTouch } from '../design/touch.ts';

interface FloatingProps {
  label: string;
  close: (event?: Event) => void;
  children: ComponentChildren;
}

export interface MenuPlace {
  x: number;
  y: number;
  /** True if the finger that opened the menu is still down. Its release over the menu must choose nothing. */
  isHeld?: boolean;
}

const EDGE = 8;
const RELEASE_MS = 1_000;
const STOPS = `button, a, [tabindex]${isTouch ? '' : ', input'}`;

function useFloating(place: (size: DOMRect) => MenuPlace, close: FloatingProps['close']) {
  const element = useRef<HTMLDivElement>(null);
  useCloseOnBack(close);
  useLayoutEffect(() => {
    const { current: floating } = element;
    if (!floating) return;
    noteOpener(floating);
    floating.showPopover();
    const size = floating.getBoundingClientRect();
    const { x, y, isHeld = false } = place(size);
    floating.style.left = `${Math.max(EDGE, Math.min(x, innerWidth - size.width - EDGE))}px`;
    floating.style.top = `${Math.max(EDGE, Math.min(y, innerHeight - size.height - EDGE))}px`;
    (floating.querySelector<HTMLElement>(STOPS) ?? floating).focus({ preventScroll: true });
    let ignoresClicks = isHeld;
    const takeClicks = () => {
      ignoresClicks = false;
    };
    const onRelease = () => setTimeout(takeClicks, RELEASE_MS);
    const onPointerDown = (event: Event) => {
      takeClicks();
      if (!floating.contains(event.target as Node)) close(event);
    };
    const onClick = (event: MouseEvent) => {
      if (ignoresClicks) event.stopPropagation();
    };
    floating.addEventListener('click', onClick, true);
    addEventListener('pointerdown', onPointerDown, true);
    addEventListener('pointerup', onRelease, true);
    addEventListener('pointercancel', onRelease, true);
    return () => {
      removeEventListener('pointerdown', onPointerDown, true);
      removeEventListener('pointerup', onRelease, true);
      removeEventListener('pointercancel', onRelease, true);
      const hadFocus = floating.contains(document.activeElement);
      if (hadFocus || document.activeElement === document.body) restoreFocus(floating);
    };
  }, []);
  return element;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

export function Menu({ at, label, close, children }: FloatingProps & { at: MenuPlace }) {
  const element = useFloating(() => at, close);
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    const items = [...(element.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
    const step = STEPS[event.key];
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      close();
    } else if (step !== undefined) {
      event.preventDefault();
      const place = items.indexOf(document.activeElement as HTMLElement);
      items[(place + step + items.length) % items.length]?.focus();
    }
  };
  return (
    <div
      class="floating menu"
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      ref={element}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  );
}

export function Popover({
  near,
  atStart,
  label,
  close,
  children,
}: FloatingProps & { near: RefObject<HTMLElement | null>; atStart?: boolean }) {
  const element = useFloating((size) => {
    const { top = 0, bottom = 0, left = 0, right = 0 } = near.current?.getBoundingClientRect() ?? {};
    const isAbove = top - size.height - EDGE > 0;
    return { x: atStart ? left : right - size.width, y: isAbove ? top - size.height - 4 : bottom + 4 };
  }, close);
  return (
    <div
      class="floating"
      popover="manual"
      role="dialog"
      tabIndex={-1}
      aria-label={label}
      ref={element}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key !== 'Escape') return;
        event.preventDefault();
        close();
      }}
    >
      {children}
    </div>
  );
}
