import { useMemo } from 'preact/hooks';
import { isVertical, SEPARATORS } from './hits.ts';
import type { TextBox } from './page-text.ts';
import { useScaledLayer } from './use-scaled-layer.ts';
import type { PageViewport } from './viewport.ts';

/** Pages with more words are unreadable, and take seconds to lay out. */
const MAX_WORDS = 6_000;
const FONT = 'sans-serif';

export function TextLayer({ viewport, boxes }: { viewport: PageViewport; boxes: readonly TextBox[] }) {
  const layer = useScaledLayer<HTMLDivElement>(viewport);
  const words = useMemo(() => boxes.slice(0, MAX_WORDS).map(wordStyle), [boxes]);
  return (
    <div class="text-layer" ref={layer}>
      {words.map(({ text, style }, at) => (
        <span key={at} data-text style={style}>
          {text}
        </span>
      ))}
    </div>
  );
}

function wordStyle(box: TextBox, at: number, all: readonly TextBox[]) {
  const { x, y, width, height, separator } = box;
  const text = box.text + SEPARATORS[separator];
  if (isVertical(box)) {
    const stretch = height / widthOf(box.text, width);
    return {
      text,
      style: {
        left: `${x + width}px`,
        top: `${y}px`,
        fontSize: `${width}px`,
        transform: `rotate(90deg) scaleX(${stretch})`,
      },
    };
  }
  // Each word extends to the next one on the line, because selections must have no gaps.
  const next = all[at + 1];
  const reach = separator === 'space' && next && next.x > x + width ? next.x - x : width;
  const stretch = reach / widthOf(separator === 'space' ? `${box.text} ` : box.text, height);
  return {
    text,
    style: { left: `${x}px`, top: `${y}px`, fontSize: `${height}px`, transform: `scaleX(${stretch})` },
  };
}

let ruler: CanvasRenderingContext2D | null | undefined;
const RULED_SIZE = 32;

function widthOf(text: string, size: number): number {
  ruler ??= document.createElement('canvas').getContext('2d');
  if (!ruler) return text.length * size * 0.5;
  ruler.font = `${RULED_SIZE}px ${FONT}`;
  return Math.max(0.1, (ruler.measureText(text).width / RULED_SIZE) * size);
}
