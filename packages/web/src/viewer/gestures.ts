import type { View } from './view.ts';

interface GestureTarget {
  view: View;
  zoomTo(scale: number, about: { clientX: number; clientY: number }): void;
  /** 1 for the next page, -1 for the previous one. Not called if the page can scroll horizontally. */
  swipe?: ((direction: 1 | -1) => void) | undefined;
  turn?: ((direction: 1 | -1) => unknown) | undefined;
}

/** A wheel notch zooms by about 20 %. Touchpads report a pinch as many small steps. */
const ZOOM_PER_PIXEL = 0.002;
const MAX_PIXELS = 100;
/** A longer pause between wheel events begins a new gesture. */
const PAUSE_MS = 150;
/** A swipe is long, mostly horizontal and fast. Selecting text is slower. */
const SWIPE_PIXELS = 60;
const SWIPE_MS = 500;
const TAP_PIXELS = 10;
const DOUBLE_TAP_MS = 300;
const DOUBLE_TAP_PIXELS = 40;
const DOUBLE_TAP_ZOOM = 2.5;

/** An overlay can claim a gesture by calling `preventDefault` on `pointerdown`. */
export function listenForGestures(area: HTMLElement, target: GestureTarget): () => void {
  const end = new AbortController();
  listenForWheel(area, target, end.signal);
  listenForTurn(area, target, end.signal);
  listenForPinch(area, target, end.signal);
  listenForFinger(area, target, end.signal);
  listenForDoubleTap(area, target, end.signal);
  listenForDrag(area, end.signal);
  return () => end.abort();
}

function listenForWheel(area: HTMLElement, { view, zoomTo }: GestureTarget, signal: AbortSignal): void {
  area.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 33 : event.deltaY;
      const bounded = Math.max(-MAX_PIXELS, Math.min(MAX_PIXELS, pixels));
      const factor = Math.abs(pixels) < 25 ? 5 : 1;
      zoomTo(view.scale.peek() * Math.exp(-bounded * ZOOM_PER_PIXEL * factor), event);
    },
    { passive: false, signal },
  );
}

function isAtEnd({ scrollTop, clientHeight, scrollHeight }: HTMLElement, direction: 1 | -1): boolean {
  return (direction === 1 ? scrollHeight - clientHeight - scrollTop : scrollTop) < 1;
}

/** A touchpad keeps scrolling after the page has turned, so all stages share this. */
const wheel = { lastAt: Number.NEGATIVE_INFINITY, hasNotches: false };
/** `wheelDeltaY` of one notch of a mouse. Touchpads begin a gesture with less. */
const NOTCH = 120;

/** Turns one page for each notch of a mouse, or for a touchpad's gesture that begins at the end of the page. */
function listenForTurn(area: HTMLElement, { turn }: GestureTarget, signal: AbortSignal): void {
  area.addEventListener(
    'wheel',
    (event) => {
      const { deltaX, deltaY, timeStamp } = event;
      const isFirst = timeStamp - wheel.lastAt > PAUSE_MS;
      wheel.lastAt = timeStamp;
      wheel.hasNotches = (isFirst || wheel.hasNotches) && notchesOf(event) % 1 === 0;
      const hasOwnUse =
        event.ctrlKey ||
        event.metaKey ||
        event.shiftKey ||
        (event.target as Element).closest('input, textarea, select');
      if (hasOwnUse || Math.abs(deltaX) >= Math.abs(deltaY)) return;
      const direction = deltaY > 0 ? 1 : -1;
      // Otherwise, the browser may scroll the new page by the same event.
      if ((isFirst || wheel.hasNotches) && isAtEnd(area, direction) && turn?.(direction))
        event.preventDefault();
    },
    { passive: false, signal },
  );
}

/** TypeScript lacks `wheelDeltaY`, which all browsers have. */
const notchesOf = (event: WheelEvent & { wheelDeltaY?: number }) => (event.wheelDeltaY ?? 1) / NOTCH;

const distanceOf = (one: Touch, other: Touch) =>
  Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);

const hasOwnUse = (target: EventTarget | null) =>
  (target as Element).closest(
    'button, a, input, textarea, select, video, [contenteditable], [role=application]',
  );

function spanOf({ 0: one, 1: other }: TouchList) {
  if (!one || !other) return;
  return {
    distance: distanceOf(one, other),
    clientX: (one.clientX + other.clientX) / 2,
    clientY: (one.clientY + other.clientY) / 2,
  };
}

function listenForPinch(area: HTMLElement, { view, zoomTo }: GestureTarget, signal: AbortSignal): void {
  let start: { distance: number; scale: number } | undefined;
  let middle: { clientX: number; clientY: number } | undefined;
  area.addEventListener(
    'touchstart',
    ({ touches }) => {
      const span = touches.length === 2 ? spanOf(touches) : undefined;
      start = span && { distance: span.distance, scale: view.scale.peek() };
      middle = span;
    },
    { passive: true, signal },
  );
  area.addEventListener(
    'touchmove',
    (event) => {
      const span = spanOf(event.touches);
      if (!start || !span || !middle) return;
      if (event.cancelable) event.preventDefault();
      area.scrollLeft -= span.clientX - middle.clientX;
      area.scrollTop -= span.clientY - middle.clientY;
      middle = span;
      zoomTo((start.scale * span.distance) / start.distance, span);
    },
    { passive: false, signal },
  );
  const end = () => {
    start = undefined;
  };
  for (const type of ['touchend', 'touchcancel'] as const) area.addEventListener(type, end, { signal });
}

function listenForFinger(area: HTMLElement, { swipe, turn }: GestureTarget, signal: AbortSignal): void {
  let start: { x: number; y: number; at: number; ends: readonly (1 | -1)[] } | undefined;
  area.addEventListener(
    'touchstart',
    ({ touches, target, timeStamp }) => {
      const [touch] = touches;
      // Pulling down a page that fits reloads the app in some browsers.
      const isTall = area.scrollHeight > area.clientHeight;
      const ends = isTall ? ([1, -1] as const).filter((direction) => isAtEnd(area, direction)) : [];
      start =
        touch && touches.length === 1 && !hasOwnUse(target)
          ? { x: touch.clientX, y: touch.clientY, at: timeStamp, ends }
          : undefined;
    },
    { passive: true, signal },
  );
  area.addEventListener(
    'touchcancel',
    () => {
      start = undefined;
    },
    { signal },
  );
  area.addEventListener(
    'touchend',
    ({ changedTouches: [touch], timeStamp }) => {
      const from = start;
      start = undefined;
      if (!from || !touch || !getSelection()?.isCollapsed) return;
      const [across, down] = [touch.clientX - from.x, touch.clientY - from.y];
      const isQuick = timeStamp - from.at <= SWIPE_MS && area.scrollWidth <= area.clientWidth;
      if (isQuick && isMostly(across, down)) swipe?.(across < 0 ? 1 : -1);
      const direction = down < 0 ? 1 : -1;
      if (isMostly(down, across) && from.ends.includes(direction) && isAtEnd(area, direction))
        turn?.(direction);
    },
    { signal },
  );
}

/** Zooms in at the place. If the page is zoomed, fits it again. */
function listenForDoubleTap(area: HTMLElement, { view, zoomTo }: GestureTarget, signal: AbortSignal): void {
  let [start, tap]: (Touch | undefined)[] = [];
  let tappedAt = Number.NEGATIVE_INFINITY;
  area.addEventListener(
    'touchstart',
    ({ touches, target }) => {
      start = touches.length === 1 && !hasOwnUse(target) ? touches[0] : undefined;
    },
    { passive: true, signal },
  );
  area.addEventListener(
    'touchend',
    (event) => {
      const [touch] = event.changedTouches;
      if (!touch || !start || distanceOf(start, touch) > TAP_PIXELS) {
        tap = undefined;
        return;
      }
      const isDouble =
        tap && event.timeStamp - tappedAt <= DOUBLE_TAP_MS && distanceOf(tap, touch) <= DOUBLE_TAP_PIXELS;
      tap = isDouble ? undefined : touch;
      tappedAt = event.timeStamp;
      if (!isDouble) return;
      event.preventDefault();
      if (typeof view.zoom.peek() === 'object') view.fit('fit-page');
      else zoomTo(view.scale.peek() * DOUBLE_TAP_ZOOM, touch);
    },
    { signal },
  );
}

const isMostly = (along: number, beside: number) =>
  Math.abs(along) > Math.max(SWIPE_PIXELS, 2 * Math.abs(beside));

function isDrag(event: PointerEvent, area: HTMLElement): boolean {
  if (event.defaultPrevented || event.pointerType === 'touch') return false;
  const target = event.target as Element;
  const hasOwnUse = target.closest('button, a, input, textarea, video, [data-text], [contenteditable]');
  if (event.button !== 1 && (event.button !== 0 || hasOwnUse)) return false;
  // Presses on a scroll bar have the target `area`.
  return event.offsetX <= area.clientWidth || target !== area;
}

function listenForDrag(area: HTMLElement, signal: AbortSignal): void {
  area.addEventListener(
    'pointerdown',
    (event) => {
      if (!isDrag(event, area)) return;
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
}
