import type { Point } from '../model/shape.ts';

export type PointerPress = Pick<
  PointerEvent,
  'pointerType' | 'pressure' | 'shiftKey' | 'ctrlKey' | 'metaKey'
>;

export interface PointPressed {
  at: Point;
  event: PointerPress;
}

export interface Gesture<E extends PointerPress = PointerPress> {
  move(at: Point, event: E): void;
  end(): void;
  cancel(): void;
  /** Without a movement the first press begins it, and a second one ends it. */
  takesTwoPresses?: true;
  /** Whether it moves the selection. */
  isMove?: true;
}
