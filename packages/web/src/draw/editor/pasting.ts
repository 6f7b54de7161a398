import { draw as text } from '../../strings/messages/draw.ts';
import { MAX_TEXT } from '../model/limits.ts';
import type { Point } from '../model/shape.ts';
import type { Editor } from './editor.ts';
import { newPicture, newText } from './new-shape.ts';
import { fittingPicture } from './pictures.ts';

export function pasteInto(editor: Editor, transfer: DataTransfer | null, at: Point): boolean {
  if (!editor.binder.canWrite.peek() || !transfer) return false;
  const file = [...transfer.files].find(({ type }) => type.startsWith('image/'));
  if (file) {
    void addPicture(editor, file, at);
    return true;
  }
  const words = transfer.getData('text/plain').trim().slice(0, MAX_TEXT);
  if (words === '') return false;
  const { page, unit } = editor;
  const shape = newText(words, at, editor.style.peek(), unit, Math.max(page.width - at.x, 200 * unit));
  select(editor, editor.add(shape));
  return true;
}

export async function addPicture(editor: Editor, file: Blob, at: Point): Promise<void> {
  const picture = await fittingPicture(file);
  if (picture === 'unreadable') editor.refuse(text.pictureUnreadable);
  else if (picture === 'too-large') editor.refuse(text.pictureTooLarge);
  else select(editor, editor.add(newPicture(picture, at, editor.page)));
}

function select(editor: Editor, uuid: string): void {
  editor.selection.value = new Set([uuid]);
  editor.tool.value = 'select';
}
