import { effect, signal } from '@preact/signals';
import { storedValue } from '../stored-value.ts';

const BLOCK = ['start', 'end'] as const;
type Side = (typeof BLOCK)[number];
export type Corner = `${Side}-${Side}`;

const CLOCKWISE: readonly Corner[] = ['start-start', 'start-end', 'end-end', 'end-start'];
const DRAGGED_PX = 6;

const stored = storedValue('ringbinder-meet-corner');
const corner = signal<Corner | undefined>(undefined);

function currentCorner(): Corner {
  corner.value ??= CLOCKWISE.find((each) => each === stored.read()) ?? 'end-end';
  return corner.value;
}

function moveTo(next: Corner): void {
  corner.value = next;
  stored.write(next);
}

export const moveOn = (): void => moveTo(nextCorner(currentCorner()));

export const nextCorner = (from: Corner): Corner =>
  CLOCKWISE[(CLOCKWISE.indexOf(from) + 1) % CLOCKWISE.length] ?? 'end-end';

export function cornerByKey(from: Corner, key: string, isRightToLeft: boolean): Corner | undefined {
  const [block, inline] = from.split('-') as [Side, Side];
  if (key === 'ArrowUp') return `start-${inline}`;
  if (key === 'ArrowDown') return `end-${inline}`;
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined;
  return `${block}-${(key === 'ArrowLeft') === isRightToLeft ? 'end' : 'start'}`;
}

/** Drawn where its corner is. The user moves it by pointer, and with the arrow keys while the focus is in it. */
export function makeMovable(place: HTMLElement): () => void {
  const isMini = () => place.dataset.mini === 'true';
  const isRightToLeft = () => getComputedStyle(place).direction === 'rtl';
  let start: { x: number; y: number; isMoving: boolean } | undefined;
  const stop = effect(() => {
    place.dataset.corner = currentCorner();
  });
  place.addEventListener('keydown', (event) => {
    const next = isMini() ? cornerByKey(currentCorner(), event.key, isRightToLeft()) : undefined;
    if (!next) return;
    event.preventDefault();
    moveTo(next);
  });
  place.addEventListener(
    'pointerdown',
    ({ target, clientX: x, clientY: y, isPrimary, button, pointerId }) => {
      if (!isMini() || !isPrimary || button !== 0) return;
      if (target instanceof Element && target.closest('button')) return;
      start = { x, y, isMoving: false };
      // The first move of a quick drag already ends outside the window.
      place.setPointerCapture(pointerId);
    },
  );
  place.addEventListener('pointermove', (event) => {
    if (!start) return;
    const [x, y] = [event.clientX - start.x, event.clientY - start.y];
    if (!start.isMoving && Math.hypot(x, y) < DRAGGED_PX) return;
    start.isMoving = true;
    place.style.translate = `${x}px ${y}px`;
  });
  const drop = (event: PointerEvent) => {
    const wasMoving = start?.isMoving;
    start = undefined;
    if (!wasMoving) return;
    const { left, top, width, height } = place.getBoundingClientRect();
    place.style.translate = '';
    if (event.type !== 'pointerup') return;
    const isRight = left + width / 2 > innerWidth / 2;
    const block: Side = top + height / 2 > innerHeight / 2 ? 'end' : 'start';
    moveTo(`${block}-${isRight === isRightToLeft() ? 'start' : 'end'}`);
  };
  place.addEventListener('pointerup', drop);
  place.addEventListener('pointercancel', drop);
  return stop;
}
