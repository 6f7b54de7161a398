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
  /** If the pointer is released without moving, a second press ends the gesture. */
  takesTwoPresses?: true;
  isMove?: true;
}
