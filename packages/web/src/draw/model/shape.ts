/** A point of a stroke: x and y in page units, and the pressure of the pen from 0 to 1. */
export type StrokePoint = readonly [x: number, y: number, pressure: number];

/** A place on a page, in its units. */
export interface Point {
  x: number;
  y: number;
}

/** A rectangle in page units. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Drawn {
  /** Shapes with a larger one lie above; those with the same in the order in which they were first drawn. */
  order: number;
  colour: string;
}

/** What is drawn freely: with a pen, whose line is as wide as it is pressed, or a marker, which what is below shines through. */
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
  /** Null where one sees through. */
  fill: string | null;
  lineWidth: number;
  isDashed: boolean;
}

interface Written extends Drawn, Box {
  text: string;
  /** The text as it was broken into lines, so that it is broken alike on every machine. */
  lines: readonly string[];
  fontSize: number;
}

export interface TextShape extends Written {
  kind: 'text';
}

/** A sticky note; `colour` is that of the paper. */
export interface Note extends Written {
  kind: 'note';
}

export interface Picture extends Drawn, Box {
  kind: 'picture';
  /** A data: address of a PNG, JPEG, GIF or WebP. */
  data: string;
}

export interface Highlight extends Drawn {
  kind: 'highlight';
  boxes: readonly Box[];
}

/** A word in a frame, as from a rubber stamp. */
export interface Stamp extends Drawn, Box {
  kind: 'stamp';
  word: string;
}

/** A signature that was drawn: strokes in the units of its box, which is 1 wide and 1 high. */
export interface Signature extends Drawn, Box {
  kind: 'signature';
  strokes: readonly (readonly StrokePoint[])[];
}

/** Markup of another program. It can be laid elsewhere as a whole: `matrix` is that of SVG's `transform`. */
export interface Foreign extends Drawn {
  kind: 'foreign';
  markup: string;
  matrix: Matrix;
  /** Where the markup lies without the matrix. */
  box: Box;
}

export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** Something on a page. Shapes are never changed in place. */
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
