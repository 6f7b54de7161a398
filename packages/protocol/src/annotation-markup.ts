const paint = [
  'fill',
  'fill-opacity',
  'fill-rule',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-linecap',
];
const line = [
  'stroke-linejoin',
  'stroke-miterlimit',
  'stroke-dasharray',
  'stroke-dashoffset',
  'vector-effect',
];
const type = [
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'text-anchor',
  'text-decoration',
  'letter-spacing',
];
const more = [
  'word-spacing',
  'dominant-baseline',
  'opacity',
  'color',
  'display',
  'visibility',
  'clip-path',
  'clip-rule',
];
const marks = [
  'marker-start',
  'marker-mid',
  'marker-end',
  'stop-color',
  'stop-opacity',
  'paint-order',
  'shape-rendering',
];

export const annotationPresentation: ReadonlySet<string> = new Set([
  ...paint,
  ...line,
  ...type,
  ...more,
  ...marks,
]);

const everywhere = ['id', 'transform', 'style'];

export const annotationElements: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    svg: ['x', 'y', 'width', 'height', 'viewBox', 'preserveAspectRatio', 'xmlns', 'xmlns:xlink', 'version'],
    g: [],
    defs: [],
    title: [],
    desc: [],
    path: ['d', 'pathLength'],
    rect: ['x', 'y', 'width', 'height', 'rx', 'ry'],
    circle: ['cx', 'cy', 'r'],
    ellipse: ['cx', 'cy', 'rx', 'ry'],
    line: ['x1', 'y1', 'x2', 'y2'],
    polyline: ['points'],
    polygon: ['points'],
    text: ['x', 'y', 'dx', 'dy', 'rotate', 'textLength', 'lengthAdjust', 'xml:space'],
    tspan: ['x', 'y', 'dx', 'dy', 'rotate', 'textLength', 'lengthAdjust', 'xml:space'],
    image: ['x', 'y', 'width', 'height', 'preserveAspectRatio', 'href', 'xlink:href'],
    linearGradient: ['x1', 'y1', 'x2', 'y2', 'gradientUnits', 'gradientTransform', 'spreadMethod'],
    radialGradient: ['cx', 'cy', 'r', 'fx', 'fy', 'fr', 'gradientUnits', 'gradientTransform', 'spreadMethod'],
    stop: ['offset'],
    clipPath: ['clipPathUnits'],
    marker: [
      'refX',
      'refY',
      'markerWidth',
      'markerHeight',
      'markerUnits',
      'orient',
      'viewBox',
      'preserveAspectRatio',
    ],
  }).map(([name, own]) => [name, new Set([...own, ...everywhere, ...annotationPresentation])]),
);

export const annotationTextElements: ReadonlySet<string> = new Set(['text', 'tspan', 'title', 'desc']);

export const annotationFunctions: ReadonlySet<string> = new Set([
  ...['rgb', 'rgba', 'hsl', 'hsla', 'url'],
  ...[
    'matrix',
    'translate',
    'translatex',
    'translatey',
    'rotate',
    'scale',
    'scalex',
    'scaley',
    'skewx',
    'skewy',
  ],
]);

/** Accepted but not stored. */
export const annotationNamespaces: Readonly<Record<string, string>> = {
  xmlns: 'http://www.w3.org/2000/svg',
  'xmlns:xlink': 'http://www.w3.org/1999/xlink',
};
