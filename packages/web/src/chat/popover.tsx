import type { ComponentChildren, RefObject, TargetedTouchEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useCloseOnBack } from '../design/close-on-back.ts';
import { noteOpener, restoreFocus } from '../design/modal.ts';
import { isNarrow } from '../design/narrow.ts';
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
const SWIPE_PX = 72;
const STOPS = `button, a, [tabindex]${isTouch ? '' : ', input'}`;

/** @param isSheet whether the style sheet places the element */
function useFloating(
  place: (size: DOMRect) => MenuPlace,
  close: FloatingProps['close'],
  isSheet: boolean = false,
) {
  const element = useRef<HTMLDivElement>(null);
  useCloseOnBack(close);
  useLayoutEffect(() => {
    const { current: floating } = element;
    if (!floating) return;
    noteOpener(floating);
    floating.showPopover();
    const size = floating.getBoundingClientRect();
    const { x, y, isHeld = false } = place(size);
    if (!isSheet) {
      floating.style.left = `${Math.max(EDGE, Math.min(x, innerWidth - size.width - EDGE))}px`;
      floating.style.top = `${Math.max(EDGE, Math.min(y, innerHeight - size.height - EDGE))}px`;
    }
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

export const isSheet = () => isTouch && isNarrow.value;

export function Menu({ at, label, close, children }: FloatingProps & { at: MenuPlace }) {
  const [isAtBottom] = useState(isSheet);
  const element = useFloating(() => at, close, isAtBottom);
  const swipe = useSwipeDown(close);
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
  const menu = { role: 'menu', tabIndex: -1, 'aria-label': label, onKeyDown } as const;
  if (!isAtBottom)
    return (
      <div class="floating menu" popover="manual" ref={element} {...menu}>
        {children}
      </div>
    );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Back and Escape also close the menu
    // biome-ignore lint/a11y/useKeyWithClickEvents: Back and Escape also close the menu
    <div
      class="menu-sheet"
      popover="manual"
      ref={element}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) close();
      }}
    >
      <div class="menu" {...menu} {...swipe}>
        {children}
      </div>
    </div>
  );
}

function useSwipeDown(close: () => void) {
  const begin = useRef<number>(undefined);
  const distance = useRef(0);
  return {
    onTouchStart({ touches }: TouchEvent) {
      begin.current = touches[0]?.clientY;
      distance.current = 0;
    },
    onTouchMove(event: TargetedTouchEvent<HTMLElement>) {
      const { currentTarget, touches } = event;
      const [touch] = touches;
      if (!touch || begin.current === undefined) return;
      // Scrolling back to the top is no swipe yet.
      if (currentTarget.scrollTop > 0) begin.current = touch.clientY;
      distance.current = Math.max(0, touch.clientY - begin.current);
      currentTarget.style.translate = `0 ${distance.current}px`;
      if (distance.current > 0 && event.cancelable) event.preventDefault();
    },
    onTouchCancel({ currentTarget }: TargetedTouchEvent<HTMLElement>) {
      begin.current = undefined;
      currentTarget.style.translate = '';
    },
    onTouchEnd({ currentTarget }: TargetedTouchEvent<HTMLElement>) {
      begin.current = undefined;
      if (distance.current > SWIPE_PX) close();
      else currentTarget.style.translate = '';
    },
  };
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
