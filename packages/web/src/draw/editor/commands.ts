import { batch } from '@preact/signals';
import { draw as text } from '../../strings/messages/draw.ts';
import { overlap, union } from '../model/boxes.ts';
import { describe } from '../model/describe.ts';
import { boundsOf, moved, resized } from '../model/geometry.ts';
import { ordersAbove, ordersBelow } from '../model/order.ts';
import { withoutPrefixes } from '../model/read.ts';
import type { Note, Shape, TextShape } from '../model/shape.ts';
import type { Editor } from './editor.ts';
import { withText } from './new-shape.ts';
import { captionOf } from './placing.ts';
import type { ShapeEntry } from './shape-cache.ts';
import { fillOf, fontSizeOf, lineWidthOf, markerWidthOf, type Style } from './tools.ts';

export function nudge(editor: Editor, dx: number, dy: number): void {
  const shapes = editor.selected();
  editor.change(
    shapes.map(({ uuid, shape }) => ({ uuid, shape: moved(shape, dx, dy) })),
    `move ${[...editor.selection.peek()].join()}`,
  );
}

export function stretch(editor: Editor, dx: number, dy: number): void {
  const shapes = editor.selected();
  const [first] = shapes;
  if (!first) return;
  if (shapes.length === 1 && (first.shape.kind === 'line' || first.shape.kind === 'arrow')) {
    const { x2, y2 } = first.shape;
    const shape = { ...first.shape, x2: x2 + dx, y2: y2 + dy };
    editor.change([{ uuid: first.uuid, shape }], `resize ${first.uuid}`);
    return;
  }
  if (shapes.length === 1 && (first.shape.kind === 'text' || first.shape.kind === 'note') && dx !== 0) {
    const shape = withText({ ...first.shape, width: widthOf(first.shape, dx) }, first.shape.text);
    editor.change([{ uuid: first.uuid, shape }], `resize ${first.uuid}`);
    editor.announce(text.lines(shape.lines.length));
    return;
  }
  const from = union(shapes.map(({ shape }) => boundsOf(shape)));
  const least = editor.unit;
  const to = { ...from, width: Math.max(least, from.width + dx), height: Math.max(least, from.height + dy) };
  editor.change(
    shapes.map(({ uuid, shape }) => ({ uuid, shape: resized(shape, from, to) })),
    `resize ${[...editor.selection.peek()].join()}`,
  );
}

const widthOf = ({ width, fontSize }: TextShape | Note, dx: number) => Math.max(4 * fontSize, width + dx);

/** `forward` and `backward` move the selection past one overlapping shape. */
export type Reordering = 'front' | 'forward' | 'backward' | 'back';

export function reorder(editor: Editor, to: Reordering): void {
  const chosen = editor.selection.peek();
  const shapes = editor.shapes();
  const mine = shapes.filter(({ uuid }) => chosen.has(uuid));
  const others = shapes.filter(({ uuid }) => !chosen.has(uuid));
  const isUp = to === 'front' || to === 'forward';
  const neighbour = to === 'front' ? others.at(-1) : to === 'back' ? others[0] : nextTo(shapes, mine, isUp);
  if (mine.length === 0 || !neighbour) return;
  const layers = shapes.map(({ uuid, shape }) => ({ uuid, order: shape.order }));
  const orders = (isUp ? ordersAbove : ordersBelow)(layers, chosen, neighbour.uuid);
  editor.change(
    shapes.flatMap(({ uuid, shape }) => {
      const order = orders.get(uuid);
      return order === undefined ? [] : [{ uuid, shape: { ...shape, order } }];
    }),
  );
  editor.announce(text.reordered[to]);
}

function nextTo(
  shapes: readonly ShapeEntry[],
  mine: readonly ShapeEntry[],
  isUp: boolean,
): ShapeEntry | undefined {
  const [lowest, highest] = [mine[0], mine.at(-1)];
  if (!lowest || !highest) return undefined;
  const beyond = isUp
    ? shapes.slice(shapes.indexOf(highest) + 1)
    : shapes.slice(0, shapes.indexOf(lowest)).toReversed();
  const boxes = mine.map(({ shape }) => boundsOf(shape));
  const isNear = ({ shape }: ShapeEntry) => boxes.some((box) => overlap(box, boundsOf(shape)));
  return beyond.find(isNear) ?? beyond[0];
}

export function duplicate(editor: Editor): void {
  const by = 16 * editor.unit;
  const copies = editor.selected().map(({ shape }) => editor.add(moved(asCopy(shape, editor), by, by)));
  if (copies.length > 0) editor.selection.value = new Set(copies);
}

function asCopy(shape: Shape, editor: Editor): Shape {
  if (shape.kind === 'stamp' && shape.caption !== undefined) return { ...shape, caption: captionOf(editor) };
  return shape.kind === 'foreign' ? { ...shape, markup: withoutPrefixes(shape.markup) } : shape;
}

export function removeSelected(editor: Editor): void {
  editor.remove([...editor.selection.peek()]);
  selectSeveral(editor, false);
}

export function restyle(editor: Editor, patch: Partial<Style>): void {
  editor.style.value = { ...editor.style.peek(), ...patch };
  editor.change(
    editor.selected().map(({ uuid, shape }) => ({ uuid, shape: restyled(shape, patch, editor.unit) })),
  );
}

function restyled(shape: Shape, { colour, paper, size, isFilled, isDashed }: Partial<Style>, unit: number) {
  switch (shape.kind) {
    case 'pen':
    case 'signature':
    case 'stamp':
      return {
        ...shape,
        ...(colour && { colour }),
        ...(size && shape.kind === 'pen' && { lineWidth: lineWidthOf(size, unit) }),
      };
    case 'marker':
    case 'highlight':
      return {
        ...shape,
        ...(paper && { colour: paper }),
        ...(size && shape.kind === 'marker' && { lineWidth: markerWidthOf(size, unit) }),
      };
    case 'line':
    case 'arrow':
    case 'rectangle':
    case 'ellipse': {
      const next = {
        ...shape,
        ...(colour && { colour }),
        ...(size && { lineWidth: lineWidthOf(size, unit) }),
        ...(isDashed !== undefined && { isDashed }),
      };
      if (!('fill' in next)) return next;
      const hasFill = isFilled ?? next.fill !== null;
      return { ...next, fill: hasFill ? fillOf(next.colour) : null };
    }
    case 'text':
    case 'note': {
      const isText = shape.kind === 'text';
      const other = isText ? colour : paper;
      const fontSize = size && fontSizeOf(size, unit) * (isText ? 1 : 0.8);
      const next = { ...shape, ...(other && { colour: other }), ...(fontSize && { fontSize }) };
      return fontSize ? withText(next, next.text) : next;
    }
    default:
      return shape;
  }
}

export function selectAdjacent(editor: Editor, step: 1 | -1): boolean {
  const shapes = editor.shapes();
  const focused = editor.focused.peek();
  const last = shapes.findLastIndex(({ uuid }) =>
    focused === undefined ? editor.selection.peek().has(uuid) : uuid === focused,
  );
  const at = last === -1 ? (step === 1 ? 0 : shapes.length - 1) : last + step;
  const next = shapes[at];
  if (!next) return false;
  if (editor.isCollecting.peek()) {
    editor.focused.value = next.uuid;
    announceFocused(editor, shapes, at);
    return true;
  }
  editor.selection.value = new Set([next.uuid]);
  editor.announce(text.selectedOne(describe(next.shape), at + 1, shapes.length));
  return true;
}

function announceFocused(editor: Editor, shapes: readonly ShapeEntry[], at: number): void {
  const entry = shapes[at];
  if (!entry) return;
  const sentence = editor.selection.peek().has(entry.uuid) ? text.inSelection : text.notInSelection;
  editor.announce(sentence(describe(entry.shape), at + 1, shapes.length));
}

export function selectSeveral(editor: Editor, isOn: boolean): void {
  batch(() => {
    editor.isCollecting.value = isOn;
    editor.focused.value = isOn ? editor.selected().at(-1)?.uuid : undefined;
  });
  if (isOn) editor.announce(text.selectingSeveral);
}

export function toggleFocused(editor: Editor): boolean {
  const { selection, isCollecting, focused } = editor;
  if (!isCollecting.peek()) {
    if (selection.peek().size === 0) return false;
    selectSeveral(editor, true);
    return true;
  }
  const shapes = editor.shapes();
  const at = shapes.findIndex(({ uuid }) => uuid === focused.peek());
  const uuid = shapes[at]?.uuid;
  if (uuid === undefined) return false;
  const uuids = new Set(selection.peek());
  if (!uuids.delete(uuid)) uuids.add(uuid);
  selection.value = uuids;
  announceFocused(editor, shapes, at);
  return true;
}
