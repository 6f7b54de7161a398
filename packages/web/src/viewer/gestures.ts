import type { View } from './view.ts';

interface GestureTarget {
  view: View;
  zoomTo(scale: number, about: { clientX: number; clientY: number }): void;
  /** One finger has gone from side to side, where there is nothing to scroll: 1 to what comes next, -1 to what was before. */
  swipe?: ((direction: 1 | -1) => void) | undefined;
}

/** A notch of a wheel makes a page some 20 % larger; a touchpad tells a pinch as many small ones. */
const ZOOM_PER_PIXEL = 0.002;
const MAX_PIXELS = 100;
/** A swipe is as long, more across than down, and quick: who selects words or looks for a place is slower. */
const SWIPE_PIXELS = 60;
const SWIPE_MS = 500;

/**
 * Zooms by Ctrl and the wheel and by two fingers, tells of swipes, and moves the page by dragging it with the middle button, or where
 * there is nothing else to be done by dragging. What lies over the page can have a gesture for itself: it prevents the
 * default of `pointerdown`. Gives what ends it.
 */
export function listenForGestures(area: HTMLElement, { view, zoomTo, swipe }: GestureTarget): () => void {
  const ends = new AbortController();
  const { signal } = ends;

  area.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 33 : event.deltaY;
      const bounded = Math.max(-MAX_PIXELS, Math.min(MAX_PIXELS, pixels));
      // A pinch on a touchpad comes as a wheel with Ctrl and small steps.
      const factor = Math.abs(pixels) < 25 ? 5 : 1;
      zoomTo(view.scale.peek() * Math.exp(-bounded * ZOOM_PER_PIXEL * factor), event);
    },
    { passive: false, signal },
  );

  let pinch: { distance: number; scale: number } | undefined;
  const ends2 = (touches: TouchList) => {
    const [one, other] = [touches[0], touches[1]];
    if (!one || !other) return;
    return {
      distance: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
      clientX: (one.clientX + other.clientX) / 2,
      clientY: (one.clientY + other.clientY) / 2,
    };
  };
  let middle: { clientX: number; clientY: number } | undefined;
  area.addEventListener(
    'touchstart',
    ({ touches }) => {
      const two = touches.length === 2 ? ends2(touches) : undefined;
      pinch = two && { distance: two.distance, scale: view.scale.peek() };
      middle = two;
    },
    { passive: true, signal },
  );
  area.addEventListener(
    'touchmove',
    (event) => {
      const two = ends2(event.touches);
      if (!pinch || !two || !middle) return;
      if (event.cancelable) event.preventDefault();
      area.scrollLeft -= two.clientX - middle.clientX;
      area.scrollTop -= two.clientY - middle.clientY;
      middle = two;
      zoomTo((pinch.scale * two.distance) / pinch.distance, two);
    },
    { passive: false, signal },
  );
  for (const type of ['touchend', 'touchcancel'] as const)
    area.addEventListener(
      type,
      () => {
        pinch = undefined;
      },
      { signal },
    );

  let began: { x: number; y: number; at: number } | undefined;
  area.addEventListener(
    'touchstart',
    ({ touches, target, timeStamp }) => {
      const [touch] = touches;
      const hasOwnUse = (target as Element).closest('button, a, input, video');
      const isOne = touches.length === 1 && !hasOwnUse && area.scrollWidth <= area.clientWidth;
      began = touch && isOne ? { x: touch.clientX, y: touch.clientY, at: timeStamp } : undefined;
    },
    { passive: true, signal },
  );
  area.addEventListener(
    'touchcancel',
    () => {
      began = undefined;
    },
    { signal },
  );
  area.addEventListener(
    'touchend',
    ({ changedTouches: [touch], timeStamp }) => {
      if (!began || !touch || timeStamp - began.at > SWIPE_MS || !getSelection()?.isCollapsed) return;
      const [across, down] = [touch.clientX - began.x, touch.clientY - began.y];
      if (Math.abs(across) > Math.max(SWIPE_PIXELS, 2 * Math.abs(down))) swipe?.(across < 0 ? 1 : -1);
      began = undefined;
    },
    { signal },
  );

  area.addEventListener(
    'pointerdown',
    (event) => {
      if (event.defaultPrevented || event.pointerType === 'touch') return;
      const target = event.target as Element;
      const hasOwnUse = target.closest('button, a, input, textarea, video, [data-text], [contenteditable]');
      if (event.button !== 1 && (event.button !== 0 || hasOwnUse)) return;
      // The scroll bars are the area itself.
      if (event.offsetX > area.clientWidth && target === area) return;
      event.preventDefault();
      area.focus({ preventScroll: true });
      area.setPointerCapture(event.pointerId);
      area.dataset.moving = 'true';
      const moves = new AbortController();
      const either = { signal: AbortSignal.any([signal, moves.signal]) };
      let [x, y] = [event.clientX, event.clientY];
      area.addEventListener(
        'pointermove',
        ({ clientX, clientY }) => {
          area.scrollLeft -= clientX - x;
          area.scrollTop -= clientY - y;
          [x, y] = [clientX, clientY];
        },
        either,
      );
      const end = () => {
        delete area.dataset.moving;
        moves.abort();
      };
      for (const type of ['pointerup', 'pointercancel'] as const) area.addEventListener(type, end, either);
    },
    { signal },
  );
  return () => ends.abort();
}
