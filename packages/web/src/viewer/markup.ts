const SVG = 'http://www.w3.org/2000/svg';

const ROOT = ['<svg', `xmlns="${SVG}">`].join(' ');

/** What annotations may be made of. The server takes nothing else; this keeps a replica that was tampered with harmless. */
const ELEMENTS: ReadonlySet<string> = new Set([
  ...[
    'svg',
    'g',
    'defs',
    'title',
    'desc',
    'path',
    'rect',
    'circle',
    'ellipse',
    'line',
    'polyline',
    'polygon',
  ],
  ...['text', 'tspan', 'image', 'linearGradient', 'radialGradient', 'stop', 'clipPath', 'marker'],
]);
const PICTURE = /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/;
const LOADS = /url\(\s*["']?(?!["']?#)|[\\@]|\/\*/i;

/**
 * The elements of an annotation's `svg_tag`, safe to be put into the page. They are made one by one, and their `style` is
 * set by property: our content security policy refuses what a parser finds. Markup that is not well formed gives nothing.
 */
export function elementsOf(svgTag: string): SVGElement[] {
  const parsed = new DOMParser().parseFromString(`${ROOT}${withoutStyles(svgTag)}</svg>`, 'image/svg+xml');
  const { documentElement: root } = parsed;
  if (root.namespaceURI !== SVG || parsed.getElementsByTagName('parsererror').length > 0) return [];
  return [...root.children].flatMap((child) => copyOf(child) ?? []);
}

/** The server writes attributes in this one form, and no quotation marks into text. */
function withoutStyles(svgTag: string): string {
  return svgTag.replaceAll(/(\s)style="/g, `$1${STYLE}="`);
}

const STYLE = 'data-style';

function copyOf(source: Element): SVGElement | undefined {
  if (source.namespaceURI !== SVG || !ELEMENTS.has(source.localName)) return undefined;
  const made = document.createElementNS(SVG, source.localName);
  for (const { name, value } of source.attributes) copyAttribute(made, name, value);
  for (const child of source.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) made.append(child.nodeValue ?? '');
    const copied = child.nodeType === Node.ELEMENT_NODE ? copyOf(child as Element) : undefined;
    if (copied) made.append(copied);
  }
  return made;
}

function copyAttribute(made: SVGElement, name: string, value: string): void {
  if (/^on/i.test(name) || name.startsWith('xmlns')) return;
  if (name === 'href' || name === 'xlink:href') {
    if (made.localName === 'image' && PICTURE.test(value)) made.setAttribute('href', value);
  } else if (LOADS.test(value)) {
    return;
  } else if (name === STYLE) {
    for (const declaration of value.split(';')) {
      const colon = declaration.indexOf(':');
      if (colon > 0)
        made.style.setProperty(declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim());
    }
  } else {
    made.setAttribute(name, value);
  }
}
