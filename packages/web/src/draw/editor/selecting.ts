import { draw as text } from '../../strings/messages/draw.ts';
import { between, contains, grown, isWithin, union } from '../model/boxes.ts';
import { describe } from '../model/describe.ts';
import { boundsOf, isHit, transformOf } from '../model/geometry.ts';
import type { Box, Note, Point, Shape, TextShape } from '../model/shape.ts';
import { createSnapping } from '../model/snapping.ts';
import { type Reshape, reshaped } from '../shared/reshaping.ts';
import type { Editor } from './editor.ts';
import type { Gesture, PointerPress, PointPressed } from './gesture.ts';
import { withText } from './new-shape.ts';
import type { ShapeEntry } from './shape-cache.ts';

export type Handle = 'nw' | 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w' | 'begin' | 'end';

/** In CSS pixels. */
export const reachOf = (pointerType: string): number => (pointerType === 'touch' ? 14 : 6);
/** In CSS pixels. A smaller movement is a click. */
const CLICK_DISTANCE = 3;
/** In CSS pixels. */
const SNAP = 5;

export function shapeAt(editor: Editor, at: Point, tolerance: number): ShapeEntry | undefined {
  return editor.shapes().findLast(({ shape }) => isHit(shape, at, tolerance));
}

export function select(editor: Editor, pressed: PointPressed, scale: number): Gesture {
  const { at, event } = pressed;
  const tolerance = reachOf(event.pointerType) / scale;
  const chosen = editor.selection.peek();
  const hit = shapeAt(editor, at, tolerance);
  const isAdding = event.shiftKey || editor.isCollecting.peek();
  const isInSelection =
    chosen.size > 0 && contains(grown(selectionBox(editor.selected()), tolerance), at) && !isAdding;
  if (!hit && !isInSelection) return frame(editor, at, isAdding);
  if (hit && !chosen.has(hit.uuid) && !(isInSelection && chosen.size > 1))
    choose(editor, isAdding ? new Set([...chosen, hit.uuid]) : new Set([hit.uuid]), hit.shape);
  else if (hit && isAdding) {
    const remaining = new Set(chosen);
    remaining.delete(hit.uuid);
    choose(editor, remaining);
  }
  return move(editor, pressed, scale);
}

function choose(editor: Editor, uuids: ReadonlySet<string>, shape?: Shape): void {
  editor.selection.value = uuids;
  editor.announce(uuids.size === 1 && shape ? describe(shape) : text.selectedMany(uuids.size));
}

export function selectionBox(shapes: readonly ShapeEntry[]): Box {
  return union(shapes.map(({ shape }) => boundsOf(shape)));
}

function frame(editor: Editor, from: Point, isAdding: boolean): Gesture {
  const before = isAdding ? editor.selection.peek() : new Set<string>();
  if (!isAdding) editor.selection.value = before;
  return {
    move(at) {
      const box = between(from, at);
      editor.marquee.value = box;
      const inside = editor.shapes().filter(({ shape }) => isWithin(boundsOf(shape), box));
      editor.selection.value = new Set([...before, ...inside.map(({ uuid }) => uuid)]);
    },
    end() {
      editor.marquee.value = undefined;
      if (editor.selection.peek().size > 0) editor.announce(text.selectedMany(editor.selection.peek().size));
    },
    cancel() {
      editor.marquee.value = undefined;
      editor.selection.value = before;
    },
  };
}

function move(editor: Editor, { at: from }: Pick<PointPressed, 'at'>, scale: number): Gesture {
  const shapes = editor.selected();
  const box = selectionBox(shapes);
  let snapping: ReturnType<typeof createSnapping> | undefined;
  const snapAt = (dx: number, dy: number) => {
    snapping ??= createSnapping(snapTargets(editor, shapes), SNAP / scale);
    return snapping({ ...box, x: box.x + dx, y: box.y + dy });
  };
  const gesture = reshape(editor, shapes, (at, { pointerType, ctrlKey, metaKey }) => {
    const [dx, dy] = [at.x - from.x, at.y - from.y];
    if (Math.hypot(dx, dy) * scale < CLICK_DISTANCE) return undefined;
    const ignoresSnapping = ctrlKey || metaKey || pointerType === 'keyboard';
    const snap = ignoresSnapping ? { dx: 0, dy: 0, guides: [] } : snapAt(dx, dy);
    editor.guides.value = snap.guides;
    return { kind: 'laid', transform: { scaleX: 1, scaleY: 1, dx: dx + snap.dx, dy: dy + snap.dy } };
  });
  return {
    move: gesture.move,
    end() {
      editor.guides.value = [];
      gesture.end();
    },
    cancel() {
      editor.guides.value = [];
      gesture.cancel();
    },
  };
}

export function moveByPress(editor: Editor, scale: number): Gesture {
  const { x, y, width, height } = selectionBox(editor.selected());
  const gesture = move(editor, { at: { x: x + width / 2, y: y + height / 2 } }, scale);
  return { ...gesture, isMove: true };
}

const isFreehand = ({ kind }: Shape) => kind === 'pen' || kind === 'marker' || kind === 'highlight';

function snapTargets(editor: Editor, moved: readonly ShapeEntry[]): Box[] {
  const uuids = new Set(moved.map(({ uuid }) => uuid));
  const { page } = editor;
  const others = editor.shapes().filter(({ uuid, shape }) => !uuids.has(uuid) && !isFreehand(shape));
  return [
    { x: 0, y: 0, width: page.width, height: page.height },
    ...others.map(({ shape }) => boundsOf(shape)),
  ];
}

export function resize(editor: Editor, handle: Handle): Gesture {
  return { ...resizing(editor, handle), takesTwoPresses: true };
}

function resizing(editor: Editor, handle: Handle): Gesture {
  const shapes = editor.selected();
  const [first] = shapes;
  if ((handle === 'begin' || handle === 'end') && first) return drag(editor, first, handle);
  const from = selectionBox(shapes);
  const isTextBox = shapes.length === 1 && (first?.shape.kind === 'text' || first?.shape.kind === 'note');
  return reshape(editor, shapes, (at, { shiftKey }) => {
    const isProportional =
      shiftKey || (handle.length === 2 && shapes.some(({ shape }) => keepsProportions(shape)));
    const to = boxFrom(from, handle, at, isProportional, editor.unit);
    // These handles set the width at which lines wrap.
    return isTextBox && handle.length === 1
      ? { kind: 'box', ...to }
      : { kind: 'laid', transform: transformOf(from, to) };
  });
}

function keepsProportions({ kind }: Shape): boolean {
  return kind === 'picture' || kind === 'text' || kind === 'stamp' || kind === 'signature';
}

function drag(editor: Editor, { uuid, shape }: ShapeEntry, end: 'begin' | 'end'): Gesture {
  return reshape(editor, [{ uuid, shape }], ({ x, y }) => {
    if (shape.kind !== 'line' && shape.kind !== 'arrow') return undefined;
    const { x1, y1, x2, y2 } = shape;
    return end === 'begin' ? { kind: 'ends', x1: x, y1: y, x2, y2 } : { kind: 'ends', x1, y1, x2: x, y2: y };
  });
}

function boxFrom(from: Box, handle: string, at: Point, isProportional: boolean, minSize: number): Box {
  let [left, top, right, bottom] = [from.x, from.y, from.x + from.width, from.y + from.height];
  if (handle.includes('w')) left = Math.min(at.x, right - minSize);
  if (handle.includes('e')) right = Math.max(at.x, left + minSize);
  if (handle.includes('n')) top = Math.min(at.y, bottom - minSize);
  if (handle.includes('s')) bottom = Math.max(at.y, top + minSize);
  let [width, height] = [right - left, bottom - top];
  if (isProportional && from.width > 0 && from.height > 0) {
    const scale = Math.max(
      handle === 'n' || handle === 's' ? 0 : width / from.width,
      handle === 'w' || handle === 'e' ? 0 : height / from.height,
    );
    [width, height] = [from.width * scale, from.height * scale];
    if (handle.includes('w')) left = right - width;
    if (handle.includes('n')) top = bottom - height;
  }
  return { x: left, y: top, width, height };
}

function reshape(
  editor: Editor,
  shapes: readonly ShapeEntry[],
  changeAt: (at: Point, event: PointerPress) => Reshape | undefined,
): Gesture {
  const name = crypto.randomUUID();
  const uuids = shapes.map(({ uuid }) => uuid);
  let last: readonly ShapeEntry[] | undefined;
  const clear = () => {
    if (editor.preview.peek().size > 0) editor.preview.value = new Map();
  };
  return {
    move(at, event) {
      if (!editor.binder.canWrite.peek() || shapes.length === 0) return;
      const change = changeAt(at, event);
      if (!change) return;
      last = shapes.map(({ uuid, shape }) => ({ uuid, shape: reshaped(shape, change, inBox) }));
      editor.preview.value = new Map(last.map(({ uuid, shape }) => [uuid, shape]));
      editor.live.send(name, { ...change, uuids });
    },
    end() {
      editor.live.end(name, last !== undefined);
      if (last) editor.change(last);
      clear();
    },
    cancel() {
      editor.live.end(name, false);
      clear();
    },
  };
}

export const inBox = (shape: TextShape | Note): Shape => withText(shape, shape.text);

export function erase(editor: Editor, { at: from, event }: PointPressed, scale: number): Gesture {
  const touched = new Set<string>();
  const touch = (at: Point, pointerType: string) => {
    const hits = editor
      .shapes()
      .filter(({ uuid, shape }) => !touched.has(uuid) && isHit(shape, at, reachOf(pointerType) / scale));
    if (hits.length === 0) return;
    for (const { uuid } of hits) touched.add(uuid);
    editor.erased.value = new Set(touched);
  };
  touch(from, event.pointerType);
  return {
    move: (at, { pointerType }) => touch(at, pointerType),
    end() {
      editor.remove([...touched]);
      editor.erased.value = new Set();
    },
    cancel() {
      editor.erased.value = new Set();
    },
  };
}
