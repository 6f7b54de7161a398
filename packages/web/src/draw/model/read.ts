import { unescaped } from './element.ts';
import { unpackPoints } from './packed-points.ts';
import { unpackUnit } from './settle.ts';
import type { Box, Foreign, Matrix, Shape } from './shape.ts';
import { type Outlines, writeShape } from './write.ts';

const OWN = /^<g(?: id="(?:a[0-9a-f]{12}-)*z(-?\d{1,9}(?:\.\d{1,6})?)")?><desc>([^<]*)<\/desc>/;
const LAID =
  /^<g(?: id="(?:a[0-9a-f]{12}-)*z(-?\d{1,9}(?:\.\d{1,6})?)")? transform="matrix\(([-\d.e ]+)\)"><desc>foreign<\/desc>/;
const FAR = 1e6;
const NO_OUTLINES: Outlines = { pen: () => '', marker: () => '' };

/**
 * Returns undefined for foreign markup, and if the description does not match the drawing. An edit would alter
 * such a drawing.
 */
export function readShape(markup: string): Shape | undefined {
  const [, order = '0', description] = OWN.exec(markup) ?? [];
  if (description === undefined) return undefined;
  const data = parsed(unescaped(description));
  const shape = data && shapeOf({ ...data, order: Number(order) }, markup);
  return shape && comparable(writeShape(shape, NO_OUTLINES)) === comparable(markup) ? shape : undefined;
}

/**
 * The editor can transform this markup only as a whole.
 * @param measure returns the markup's box on the page
 */
export function readForeign(markup: string, measure: (markup: string) => Box): Foreign {
  const [head, order = '0', numbers = ''] = LAID.exec(markup) ?? [];
  const matrix = numbers.split(' ').map(Number);
  if (head !== undefined && markup.endsWith('</g>') && isMatrix(matrix)) {
    const inner = markup.slice(head.length, -'</g>'.length);
    if (isBalanced(inner))
      return {
        kind: 'foreign',
        order: Number(order),
        colour: '',
        markup: inner,
        matrix,
        box: measure(inner),
      };
  }
  return { kind: 'foreign', order: 0, colour: '', markup, matrix: [1, 0, 0, 1, 0, 0], box: measure(markup) };
}

function comparable(markup: string): string {
  return withoutPrefixes(markup).replace(/ d="[^"]*"/g, '');
}

export function isSameMarkup(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return withoutPrefixes(one) === withoutPrefixes(other);
}

/** Removes the id prefixes that the server derives from `client_uuid`. */
export function withoutPrefixes(markup: string): string {
  return markup.replace(/ id="(?:a[0-9a-f]{12}-)+/g, ' id="').replace(/url\(#(?:a[0-9a-f]{12}-)+/g, 'url(#');
}

function parsed(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function isBalanced(markup: string): boolean {
  let depth = 0;
  for (const [tag] of markup.matchAll(/<\/?[A-Za-z]/g)) {
    depth += tag.startsWith('</') ? -1 : 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

function isMatrix(numbers: readonly number[]): numbers is Matrix {
  return numbers.length === 6 && numbers.every((each) => Number.isFinite(each) && Math.abs(each) < FAR);
}

const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < FAR;
const isColour = (value: unknown): value is string =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const isOptionalText = (value: unknown) => value === undefined || isText(value);
const isBox = (value: Record<string, unknown>) =>
  [value.x, value.y, value.width, value.height].every(isNumber);
const isListOf = <T>(value: unknown, isOne: (one: unknown) => one is T): value is T[] =>
  Array.isArray(value) && value.length <= 5_000 && value.every(isOne);

function shapeOf(data: Record<string, unknown>, markup: string): Shape | undefined {
  if (!isColour(data.colour)) return undefined;
  const shape = data as unknown as Shape;
  switch (data.kind) {
    case 'pen':
    case 'marker': {
      const points = unpackPoints(data.points);
      return points && isNumber(data.lineWidth) ? ({ ...shape, points } as Shape) : undefined;
    }
    case 'line':
    case 'arrow':
      return [data.x1, data.y1, data.x2, data.y2, data.lineWidth].every(isNumber) ? shape : undefined;
    case 'rectangle':
    case 'ellipse':
      return isBox(data) && isNumber(data.lineWidth) && (data.fill === null || isColour(data.fill))
        ? shape
        : undefined;
    case 'text':
    case 'note':
      return isBox(data) && isNumber(data.fontSize) && isText(data.text) && isListOf(data.lines, isText)
        ? shape
        : undefined;
    case 'picture': {
      const address = / href="(data:image\/[a-z]+;base64,[A-Za-z0-9+/=]+)"/.exec(markup)?.[1];
      return isBox(data) && address ? ({ ...shape, data: address } as Shape) : undefined;
    }
    case 'highlight':
      return isListOf(
        data.boxes,
        (one): one is Record<string, unknown> =>
          typeof one === 'object' && one !== null && isBox(one as Record<string, unknown>),
      )
        ? shape
        : undefined;
    case 'stamp':
      return isBox(data) && isText(data.word) && isOptionalText(data.caption) ? shape : undefined;
    case 'signature': {
      if (!isBox(data) || !isListOf(data.strokes, isText) || !isOptionalText(data.text)) return undefined;
      const strokes = data.strokes.map(unpackUnit);
      return strokes.every((points) => points !== undefined) ? ({ ...shape, strokes } as Shape) : undefined;
    }
    default:
      return undefined;
  }
}
