import type { EphemeralData } from '@ringbinder/protocol';
import type { Note, TextShape } from '../model/shape.ts';
import { inGroups, isColour, type LiveFrame, MAX_CHARACTERS, readStyle, twoDecimals } from './live-frame.ts';
import { type Reshaping, reshapingFrames, withReshapingFrame } from './reshaping.ts';
import { type LiveShape, liveShapeFrames, withLiveShapeFrame } from './strokes.ts';

export type TypedText = Pick<
  TextShape | Note,
  'kind' | 'colour' | 'x' | 'y' | 'width' | 'height' | 'fontSize' | 'text'
>;

export type LiveSubject = LiveShape | TypedText | Reshaping;

export function framesOf(subject: LiveSubject, sentCount: number): LiveFrame[] {
  switch (subject.kind) {
    case 'laid':
    case 'ends':
    case 'box':
      return reshapingFrames(subject);
    case 'text':
    case 'note':
      return [textFrame(subject)];
    default:
      return liveShapeFrames(subject, sentCount);
  }
}

function textFrame({ kind, colour, fontSize, text, ...box }: TypedText): LiveFrame {
  const style = JSON.stringify({ k: kind, c: colour, s: twoDecimals(fontSize) });
  const points = [box.x, box.y, box.width, box.height].map(twoDecimals);
  return { data: { points, style, text: text.slice(0, MAX_CHARACTERS) }, sentCount: 0 };
}

export function withFrame(previous: LiveSubject | undefined, data: EphemeralData): LiveSubject | undefined {
  const { k: kind, c: colour, s: fontSize } = readStyle(data.style) ?? {};
  switch (kind) {
    case 'laid':
    case 'ends':
    case 'box':
      return withReshapingFrame(previous && isReshaping(previous) ? previous : undefined, data);
    case 'text':
    case 'note': {
      const [box, ...more] = inGroups(data.points, 4) ?? [];
      const [x = 0, y = 0, width = 0, height = 0] = box ?? [];
      const isSized = typeof fontSize === 'number' && fontSize > 0 && fontSize < 10_000;
      if (!box || more.length > 0 || !isColour(colour) || !isSized || !(width > 0)) return undefined;
      return { kind, colour, fontSize, x, y, width, height: Math.max(0, height), text: data.text ?? '' };
    }
    default:
      return withLiveShapeFrame(previous && isLiveShape(previous) ? previous : undefined, data);
  }
}

export function isReshaping(subject: LiveSubject): subject is Reshaping {
  return subject.kind === 'laid' || subject.kind === 'ends' || subject.kind === 'box';
}

export function isLiveShape(subject: LiveSubject): subject is LiveShape {
  return !isReshaping(subject) && !isWritten(subject);
}

function isWritten(subject: LiveSubject): subject is TypedText {
  return subject.kind === 'text' || subject.kind === 'note';
}
