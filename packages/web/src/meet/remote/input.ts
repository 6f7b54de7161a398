import type { RemoteInput } from '@ringbinder/client/meet';

interface Point {
  x: number;
  y: number;
}

export interface RemoteInputSender {
  down(at: Point): void;
  move(at: Point): void;
  up(): void;
  leave(): void;
  wheel(at: Point, deltaX: number, deltaY: number): void;
  moveBy(x: number, y: number): void;
  scrollBy(deltaX: number, deltaY: number): void;
  press(): void;
  end(): void;
}

/** The server allows 40 messages a second. */
const SEND_MS = 60;
const MAX_POINTS = 64;
const MAX_DELTA = 2_000;

export function createRemoteInput(parts: {
  tool(): 'point' | 'draw';
  send(input: RemoteInput): void;
}): RemoteInputSender {
  let at: Point = { x: 0.5, y: 0.5 };
  let stroke: { id: string; points: [number, number][] } | undefined;
  let scrolled = { x: 0, y: 0 };
  let hasMoved = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    timer = undefined;
    while (stroke && stroke.points.length > 0)
      parts.send({ kind: 'stroke', stroke_id: stroke.id, points: stroke.points.splice(0, MAX_POINTS) });
    if (hasMoved) parts.send({ kind: 'pointer', ...at });
    hasMoved = false;
    if (scrolled.x !== 0 || scrolled.y !== 0)
      parts.send({ kind: 'wheel', ...at, delta_x: bounded(scrolled.x), delta_y: bounded(scrolled.y) });
    scrolled = { x: 0, y: 0 };
  }

  function soon(): void {
    timer ??= setTimeout(flush, SEND_MS);
  }

  function begin(): void {
    stroke = { id: crypto.randomUUID(), points: [[at.x, at.y]] };
    soon();
  }

  function finish(): void {
    if (!stroke) return;
    clearTimeout(timer);
    flush();
    stroke = undefined;
  }

  const sender: RemoteInputSender = {
    down(place) {
      at = place;
      if (parts.tool() === 'draw') begin();
    },
    move(place) {
      at = place;
      // While drawing, the end of the line shows the pointer's position.
      if (stroke) stroke.points.push([at.x, at.y]);
      else hasMoved = true;
      soon();
    },
    up: finish,
    leave() {
      if (stroke) return;
      clearTimeout(timer);
      hasMoved = false;
      flush();
      parts.send({ kind: 'pointer_gone' });
    },
    wheel(place, deltaX, deltaY) {
      at = place;
      scrolled = { x: scrolled.x + deltaX, y: scrolled.y + deltaY };
      soon();
    },
    moveBy(x, y) {
      sender.move({ x: share(at.x + x), y: share(at.y + y) });
    },
    scrollBy(deltaX, deltaY) {
      sender.wheel(at, deltaX, deltaY);
    },
    press() {
      if (stroke) finish();
      else if (parts.tool() === 'draw') begin();
    },
    end() {
      clearTimeout(timer);
    },
  };
  return sender;
}

const bounded = (delta: number) => Math.max(-MAX_DELTA, Math.min(MAX_DELTA, delta));
const share = (value: number) => Math.max(0, Math.min(1, value));
