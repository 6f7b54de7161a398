import type { Point, StrokePoint } from '../model/shape.ts';
import { NO_PRESSURE } from '../model/stroke-path.ts';
import type { LiveShape } from '../shared/strokes.ts';
import type { Editor } from './editor.ts';
import type { Gesture, PointerPress, PointPressed } from './gesture.ts';
import { newBetween, newStroke } from './new-shape.ts';

/** In CSS pixels. Smaller distances are noise. */
const STEP = 0.75;
/** In CSS pixels. A smaller movement counts as a click. */
export const CLICK = 4;

export function drawStroke(
  editor: Editor,
  kind: 'pen' | 'marker',
  begin: PointPressed,
  scale: number,
): Gesture {
  const uuid = crypto.randomUUID();
  const style = editor.style.peek();
  const points: StrokePoint[] = [[begin.at.x, begin.at.y, pressureOf(begin.event)]];
  const show = () => {
    const shape = newStroke(kind, [...points], style, editor.unit);
    editor.draft.value = shape;
    editor.live.send(uuid, shape);
    return shape;
  };
  show();
  return {
    move({ x, y }, event) {
      const [lastX, lastY] = points.at(-1) ?? [x, y];
      if (Math.hypot(x - lastX, y - lastY) * scale < STEP) return;
      points.push([x, y, pressureOf(event)]);
      show();
    },
    end() {
      const shape = show();
      editor.live.end(uuid, true);
      editor.add(shape, uuid);
      editor.draft.value = undefined;
    },
    cancel() {
      editor.draft.value = undefined;
      editor.live.end(uuid, false);
    },
  };
}

function pressureOf({ pointerType, pressure }: PointerPress): number {
  return pointerType === 'pen' && pressure > 0 ? pressure : NO_PRESSURE;
}

export function drawBetween(
  editor: Editor,
  kind: 'line' | 'arrow' | 'rectangle' | 'ellipse',
  { at: from }: PointPressed,
  scale: number,
): Gesture {
  const uuid = crypto.randomUUID();
  const style = editor.style.peek();
  let shape: LiveShape | undefined;
  let size = 0;
  return {
    takesTwoPresses: true,
    move(at, { shiftKey }) {
      const to = shiftKey ? (kind === 'line' || kind === 'arrow' ? onAngle : onSquare)(from, at) : at;
      size = Math.hypot(to.x - from.x, to.y - from.y) * scale;
      shape = newBetween(kind, from, to, style, editor.unit);
      editor.draft.value = shape;
      editor.live.send(uuid, shape);
    },
    end() {
      editor.draft.value = undefined;
      const isSaved = shape !== undefined && size >= CLICK;
      editor.live.end(uuid, isSaved);
      if (shape && isSaved) {
        editor.add(shape, uuid);
        editor.selection.value = new Set([uuid]);
        editor.tool.value = 'select';
      }
    },
    cancel() {
      editor.draft.value = undefined;
      editor.live.end(uuid, false);
    },
  };
}

function onAngle(from: Point, to: Point): Point {
  const step = Math.PI / 4;
  const angle = Math.round(Math.atan2(to.y - from.y, to.x - from.x) / step) * step;
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  return { x: from.x + length * Math.cos(angle), y: from.y + length * Math.sin(angle) };
}

function onSquare(from: Point, to: Point): Point {
  const side = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y));
  return { x: from.x + side * Math.sign(to.x - from.x), y: from.y + side * Math.sign(to.y - from.y) };
}
