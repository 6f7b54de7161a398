export const tools = [
  'select',
  'hand',
  'pen',
  'marker',
  'highlight',
  'line',
  'arrow',
  'rectangle',
  'ellipse',
  'text',
  'note',
  'picture',
  'stamp',
  'signature',
  'eraser',
] as const;
export type Tool = (typeof tools)[number];

export const TOOL_KEYS: Readonly<Record<Tool, string>> = {
  select: 'v',
  hand: 'h',
  pen: 'p',
  marker: 'm',
  highlight: 'i',
  line: 'l',
  arrow: 'a',
  rectangle: 'r',
  ellipse: 'o',
  text: 't',
  note: 'n',
  picture: 'u',
  stamp: 's',
  signature: 'g',
  eraser: 'e',
};

export const COLOURS = [
  '#1e1e1e',
  '#e03131',
  '#f08c00',
  '#2f9e44',
  '#1971c2',
  '#9c36b5',
  '#868e96',
  '#ffffff',
] as const;
export const STAMPS = {
  approved: '#2f9e44',
  rejected: '#e03131',
  draft: '#868e96',
  confidential: '#f08c00',
  paid: '#2f9e44',
  signHere: '#1971c2',
} as const;
export type StampName = keyof typeof STAMPS;
export const stampNames = Object.keys(STAMPS) as readonly StampName[];

/** Text stays readable on these colours. */
export const PAPERS = ['#ffe066', '#b2f2bb', '#a5d8ff', '#ffc9c9', '#eebefa', '#ffd8a8'] as const;
export const SIZES = ['small', 'medium', 'large'] as const;
export type Size = (typeof SIZES)[number];

export interface Style {
  colour: string;
  paper: string;
  size: Size;
  isFilled: boolean;
  isDashed: boolean;
}

export const FIRST_STYLE: Style = {
  colour: COLOURS[0],
  paper: PAPERS[0],
  size: 'medium',
  isFilled: false,
  isDashed: false,
};

export function unitOf({ width, height }: { width: number; height: number }): number {
  return Math.max(0.25, Math.max(width, height) / 1000);
}

const LINES = { small: 1.5, medium: 3, large: 6 } as const;
const FONTS = { small: 14, medium: 22, large: 36 } as const;

export const lineWidthOf = (size: Size, unit: number): number => LINES[size] * unit;
export const markerWidthOf = (size: Size, unit: number): number => 6 * LINES[size] * unit;
export const fontSizeOf = (size: Size, unit: number): number => FONTS[size] * unit;

export function fillOf(colour: string): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return `#${channels
    .map((each) =>
      Math.round(255 - (255 - each) * 0.25)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}
