import { formatDate } from '../../design/format.ts';
import { draw as text } from '../../strings/messages/draw.ts';
import type { Point } from '../model/shape.ts';
import type { Editor } from './editor.ts';
import { newBetween, newNote, newSignature, newStamp, newText } from './new-shape.ts';
import type { ShapeEntry } from './shape-cache.ts';
import { STAMPS, type StampName } from './tools.ts';

export function write(editor: Editor, kind: 'text' | 'note', at: Point): void {
  const { unit, page } = editor;
  const style = editor.style.peek();
  const most = Math.max(page.width - at.x, 200 * unit);
  const shape = kind === 'text' ? newText('', at, style, unit, most) : newNote('', at, style, unit);
  if (shape.kind === 'text') editor.writing.value = { uuid: undefined, shape: { ...shape, width: most } };
  else if (shape.kind === 'note') editor.writing.value = { uuid: undefined, shape };
}

export function rewrite({ writing, page, unit, binder }: Editor, { uuid, shape }: ShapeEntry): void {
  if ((shape.kind !== 'text' && shape.kind !== 'note') || !binder.canWrite.peek()) return;
  const isBroken = shape.kind === 'note' || shape.lines.length > shape.text.split('\n').length;
  const width = isBroken ? shape.width : Math.max(shape.width, page.width - shape.x, 200 * unit);
  writing.value = { uuid, shape: { ...shape, width } };
}

export function place(editor: Editor, kind: 'stamp' | 'signature', at: Point): void {
  const { unit } = editor;
  const style = editor.style.peek();
  const { stamp, signature } = editor.placeable.peek();
  const shape =
    kind === 'stamp'
      ? newStamp(contentOf(stamp, editor), at, style, unit)
      : signature && newSignature(signature, at, style, unit);
  if (!shape) return;
  const uuid = editor.add(shape);
  editor.selection.value = new Set([uuid]);
  editor.tool.value = 'select';
}

/** A “Sign here” stamp addresses somebody else. */
function contentOf(name: StampName, editor: Editor) {
  const content = { word: text.stamps[name], colour: STAMPS[name] };
  return name === 'signHere' ? content : { ...content, caption: captionOf(editor) };
}

export const captionOf = ({ binder }: Editor) => text.stampedBy(binder.me.name, formatDate(Date.now()));

export function placeByKey(editor: Editor, at: Point): void {
  const tool = editor.tool.peek();
  const half = 90 * editor.unit;
  switch (tool) {
    case 'text':
    case 'note':
      write(editor, tool, at);
      return;
    case 'stamp':
    case 'signature':
      place(editor, tool, at);
      return;
    case 'line':
    case 'arrow':
    case 'rectangle':
    case 'ellipse': {
      const isFlat = tool === 'line' || tool === 'arrow';
      const [from, to] = [
        { x: at.x - half, y: at.y - (isFlat ? 0 : half * 0.6) },
        { x: at.x + half, y: at.y + (isFlat ? 0 : half * 0.6) },
      ];
      const uuid = editor.add(newBetween(tool, from, to, editor.style.peek(), editor.unit));
      editor.selection.value = new Set([uuid]);
      editor.tool.value = 'select';
    }
  }
}
