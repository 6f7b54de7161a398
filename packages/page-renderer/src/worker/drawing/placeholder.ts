import type { Placeholder } from '../../jobs.ts';
import type { PathStep } from '../pdfium/page-editor.ts';
import type { Drawing } from './drawing.ts';
import { sansFont } from './font.ts';
import type { Line } from './lines.ts';

const PAPER = [246, 247, 249] as const;
const DISC = [222, 226, 231] as const;
const SIGN = [134, 142, 150] as const;
const INK = [52, 58, 64] as const;
const LETTER = 0.58;

export function drawPlaceholder(placeholder: Placeholder): Drawing {
  const { width, height } = placeholder.size;
  const unit = Math.min(width, height) / 12;
  const centre = { x: width / 2, y: height * 0.42 };
  const lines: Line[] = [
    written(placeholder.title, width, height * 0.78, unit * 0.8, INK),
    written(placeholder.detail, width, height * 0.78 + unit * 1.1, unit * 0.55, SIGN),
  ];
  return {
    width,
    height,
    shapes: [
      { steps: rectangle(0, 0, width, height), colour: PAPER },
      { steps: circle(centre.x, centre.y, 2.4 * unit), colour: DISC },
      ...SIGNS[placeholder.icon](centre.x, centre.y, unit).map((steps) => ({ steps, colour: SIGN })),
    ],
    lines,
    ...(placeholder.address === undefined ? {} : { address: placeholder.address }),
  };
}

function written(text: string, width: number, y: number, size: number, colour: Line['colour']): Line {
  const room = Math.max(1, Math.floor((width * 0.9) / (size * LETTER)));
  const chars = [...text.replace(/[\s\p{Cc}]+/gu, ' ').trim()];
  const visible = chars.length <= room ? chars : [...chars.slice(0, room - 1), '…'];
  const x = (width - visible.length * size * LETTER) / 2;
  return { text: visible.join(''), x, y, size, font: sansFont(), colour };
}

const SIGNS: Record<Placeholder['icon'], (x: number, y: number, unit: number) => PathStep[][]> = {
  video: (x, y, unit) => [
    [
      ['M', x - 0.7 * unit, y - 1.1 * unit],
      ['L', x + 1.2 * unit, y],
      ['L', x - 0.7 * unit, y + 1.1 * unit],
      ['Z'],
    ],
  ],
  audio: (x, y, unit) => [
    circle(x - 0.5 * unit, y + 0.9 * unit, 0.5 * unit),
    rectangle(x - 0.2 * unit, y - 1.3 * unit, 0.2 * unit, 2.2 * unit),
    [
      ['M', x, y - 1.3 * unit],
      ['L', x + 1.1 * unit, y - 0.8 * unit],
      ['L', x + 1.1 * unit, y - 0.3 * unit],
      ['L', x, y - 0.8 * unit],
      ['Z'],
    ],
  ],
  link: (x, y, unit) => [
    rectangle(x - 1.2 * unit, y + 0.9 * unit, 2.4 * unit, 0.22 * unit),
    rectangle(x - 1.2 * unit, y - 0.2 * unit, 0.22 * unit, 1.3 * unit),
    rectangle(x + 0.98 * unit, y + 0.2 * unit, 0.22 * unit, 0.9 * unit),
    [
      ['M', x - 0.5 * unit, y + 0.3 * unit],
      ['L', x + 0.75 * unit, y - 0.95 * unit],
      ['L', x + 0.25 * unit, y - 1.3 * unit],
      ['L', x + 1.3 * unit, y - 1.3 * unit],
      ['L', x + 1.3 * unit, y - 0.25 * unit],
      ['L', x + 0.95 * unit, y - 0.75 * unit],
      ['L', x - 0.3 * unit, y + 0.5 * unit],
      ['Z'],
    ],
  ],
};

function rectangle(x: number, y: number, width: number, height: number): PathStep[] {
  return [['M', x, y], ['L', x + width, y], ['L', x + width, y + height], ['L', x, y + height], ['Z']];
}

function circle(x: number, y: number, radius: number): PathStep[] {
  const k = 0.5523 * radius;
  return [
    ['M', x + radius, y],
    ['C', x + radius, y + k, x + k, y + radius, x, y + radius],
    ['C', x - k, y + radius, x - radius, y + k, x - radius, y],
    ['C', x - radius, y - k, x - k, y - radius, x, y - radius],
    ['C', x + k, y - radius, x + radius, y - k, x + radius, y],
    ['Z'],
  ];
}
