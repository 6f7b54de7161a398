import { between, overlap, union } from '../model/boxes.ts';
import type { Box } from '../model/shape.ts';
import type { Editor, TextLine } from './editor.ts';
import type { Gesture, PointPressed } from './gesture.ts';

export function highlight(editor: Editor, { at: from }: PointPressed): Gesture {
  const uuid = crypto.randomUUID();
  const colour = editor.style.peek().paper;
  let boxes: readonly Box[] = [];
  const marked = () => ({ kind: 'highlight', order: 0, colour, boxes }) as const;
  const show = () => {
    editor.draft.value = boxes.length > 0 ? marked() : undefined;
    if (boxes.length > 0) editor.live.send(uuid, marked());
  };
  return {
    takesTwoPresses: true,
    move(at) {
      boxes = textBetween(editor.textLines, from, at);
      if (boxes.length === 0) {
        const box = between(from, at);
        const isClick = box.width < 4 * editor.unit && box.height < 4 * editor.unit;
        boxes =
          isClick || editor.textLines.some((words) => words.some((word) => overlap(word, box))) ? [] : [box];
      }
      show();
    },
    end() {
      editor.draft.value = undefined;
      editor.live.end(uuid, boxes.length > 0);
      if (boxes.length > 0) editor.add(marked(), uuid);
    },
    cancel() {
      editor.draft.value = undefined;
      editor.live.end(uuid, false);
    },
  };
}

export function textBetween(
  lines: readonly TextLine[],
  one: { x: number; y: number },
  other: { x: number; y: number },
): Box[] {
  const first = lineAt(lines, one);
  const last = lineAt(lines, other);
  if (first === -1 || last === -1) return [];
  const isForward = first < last || (first === last && one.x <= other.x);
  const [from, to] = isForward ? [first, last] : [last, first];
  const [begin, end] = isForward ? [one.x, other.x] : [other.x, one.x];
  return lines.slice(from, to + 1).flatMap((line, index) => {
    const words = line.filter(
      ({ x, width }) => (index > 0 || x + width > begin) && (index < to - from || x < end),
    );
    return words.length > 0 ? [union(words)] : [];
  });
}

function lineAt(lines: readonly TextLine[], at: { x: number; y: number }): number {
  let nearest = -1;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, words] of lines.entries()) {
    const { x, y, width, height } = union(words);
    const down = Math.max(y - at.y, at.y - y - height, 0);
    const across = Math.max(x - at.x, at.x - x - width, 0);
    const distance = Math.hypot(down, across * 0.2);
    if (down <= height && distance < least) [nearest, least] = [index, distance];
  }
  return nearest;
}

export function linesOf(words: readonly (Box & { separator: string })[]): TextLine[] {
  const lines: Box[][] = [];
  let line: Box[] | undefined;
  for (const { x, y, width, height, separator } of words) {
    const last = line?.at(-1);
    if (!line || (last && (x < last.x || y > last.y + last.height))) {
      line = [];
      lines.push(line);
    }
    line.push({ x, y, width, height });
    if (separator === 'line') line = undefined;
  }
  return lines;
}
