import { drawBetween, drawStroke } from './drawing.ts';
import type { Editor } from './editor.ts';
import type { Gesture, PointPressed } from './gesture.ts';
import { highlight } from './highlighting.ts';
import { place, write } from './placing.ts';
import { erase, select } from './selecting.ts';

export function beginGesture(editor: Editor, pressed: PointPressed, scale: number): Gesture | undefined {
  const tool = editor.tool.peek();
  if (tool === 'select') return select(editor, pressed, scale);
  if (!editor.binder.canWrite.peek()) return undefined;
  switch (tool) {
    case 'pen':
    case 'marker':
      return drawStroke(editor, tool, pressed, scale);
    case 'line':
    case 'arrow':
    case 'rectangle':
    case 'ellipse':
      return drawBetween(editor, tool, pressed, scale);
    case 'highlight':
      return highlight(editor, pressed);
    case 'eraser':
      return erase(editor, pressed, scale);
    case 'text':
    case 'note':
      return atEnd(() => write(editor, tool, pressed.at));
    case 'stamp':
    case 'signature':
      return atEnd(() => place(editor, tool, pressed.at));
    default:
      return undefined;
  }
}

function atEnd(act: () => void): Gesture {
  return { move() {}, end: act, cancel() {} };
}
