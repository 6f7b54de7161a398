import type { Note, TextShape } from '../model/shape.ts';
import { type RemoteGesture, uuidsInProgress } from '../shared/live.ts';
import { reshaped } from '../shared/reshaping.ts';
import { isLiveShape, isReshaping } from '../shared/subject.ts';
import type { Editor } from './editor.ts';
import { withText } from './new-shape.ts';
import { inBox } from './selecting.ts';
import type { ShapeEntry } from './shape-cache.ts';

type OngoingGesture = Pick<RemoteGesture, 'uuid' | 'subject' | 'begunWith'>;

export function shapesOfGesture(editor: Editor, gesture: OngoingGesture): readonly ShapeEntry[] {
  const { uuid, subject } = gesture;
  if (isReshaping(subject)) {
    const isMine = (each: string) => editor.preview.value.has(each);
    return uuidsInProgress(gesture, editor.annotations.markupOf).flatMap((each) => {
      const shape = isMine(each) ? undefined : editor.shapeOf(each);
      return shape ? [{ uuid: each, shape: reshaped(shape, subject, inBox) }] : [];
    });
  }
  if (isLiveShape(subject)) return [{ uuid, shape: subject }];
  const { text, ...box } = subject;
  const empty = { ...box, order: 0, text: '', lines: [] } as TextShape | Note;
  return text.trim() === '' && subject.kind === 'text' ? [] : [{ uuid, shape: withText(empty, text) }];
}
