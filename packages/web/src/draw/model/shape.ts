/** In page units. The pressure ranges from 0 to 1. */
export type StrokePoint = readonly [x: number, y: number, pressure: number];

export interface Point {
  x: number;
  y: number;
}

/** In page units. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Drawn {
  /** A shape with a higher order lies above. Shapes with equal orders lie in the order of their creation. */
  order: number;
  colour: string;
}

export interface Stroke extends Drawn {
  kind: 'pen' | 'marker';
  points: readonly StrokePoint[];
  lineWidth: number;
}

export interface Line extends Drawn {
  kind: 'line' | 'arrow';
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  lineWidth: number;
  isDashed: boolean;
}

export interface Outline extends Drawn, Box {
  kind: 'rectangle' | 'ellipse';
  /** Null for a transparent shape. */
  fill: string | null;
  lineWidth: number;
  isDashed: boolean;
}

interface Written extends Drawn, Box {
  text: string;
  /** Another machine might wrap the text differently. */
  lines: readonly string[];
  fontSize: number;
}

export interface TextShape extends Written {
  kind: 'text';
}

export interface Note extends Written {
  kind: 'note';
}

export interface Picture extends Drawn, Box {
  kind: 'picture';
  /** A data URL of a PNG, JPEG, GIF or WebP. */
  data: string;
}

export interface Highlight extends Drawn {
  kind: 'highlight';
  boxes: readonly Box[];
}

export interface Stamp extends Drawn, Box {
  kind: 'stamp';
  word: string;
  caption?: string;
}

/** Strokes in a unit box, or a typed name. */
export interface Signature extends Drawn, Box {
  kind: 'signature';
  strokes: readonly (readonly StrokePoint[])[];
  text?: string;
}

export interface Foreign extends Drawn {
  kind: 'foreign';
  markup: string;
  matrix: Matrix;
  /** The box before the transform. */
  box: Box;
}

export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export type Shape =
  | Stroke
  | Line
  | Outline
  | TextShape
  | Note
  | Picture
  | Highlight
  | Stamp
  | Signature
  | Foreign;

export type ShapeKind = Shape['kind'];
