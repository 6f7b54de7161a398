import { annotationElements, annotationPresentation, annotationTextElements } from '@ringbinder/protocol';

const SVG = 'http://www.w3.org/2000/svg';
const XML = 'http://www.w3.org/XML/1998/namespace';

/** The server's canonical form: an end tag, a start tag with attributes, or text. */
const TOKEN = /<\/([A-Za-z]+)>|<([A-Za-z]+)((?: [A-Za-z][\w:-]*="[^"<>]*")*)>|([^<>]+)/y;
const ATTRIBUTE = / ([A-Za-z][\w:-]*)="([^"]*)"/g;
const PICTURE = /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/;
const LOADS = /url\s*\(\s*["']?(?!["']?#)|image-set|src\s*\(|expression|[\\@{}]|\/\*/i;
const MAX_DEPTH = 40;

/**
 * The browser's parser would apply unchecked attributes. Returns nothing for forbidden content, which a
 * manipulated replica may contain.
 */
export function elementsOf(svgTag: string): SVGElement[] {
  const roots: SVGElement[] = [];
  const open: SVGElement[] = [];
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < svgTag.length; ) {
    const match = TOKEN.exec(svgTag);
    if (!match) return [];
    const [, endOf, name, attributes = '', text] = match;
    const inside = open.at(-1);
    if (endOf !== undefined) {
      if (open.pop()?.localName !== endOf) return [];
    } else if (name !== undefined) {
      const element = elementOf(name, attributes);
      if (!element || open.length >= MAX_DEPTH) return [];
      if (inside) inside.append(element);
      else roots.push(element);
      open.push(element);
    } else if (text !== undefined && inside && annotationTextElements.has(inside.localName)) {
      inside.append(unescaped(text));
    } else return [];
  }
  return open.length === 0 ? roots : [];
}

function elementOf(name: string, attributes: string): SVGElement | undefined {
  const allowed = annotationElements.get(name);
  if (!allowed) return undefined;
  const element = document.createElementNS(SVG, name);
  for (const [, attribute = '', escaped = ''] of attributes.matchAll(ATTRIBUTE)) {
    if (!allowed.has(attribute) || !setAttribute(element, attribute, unescaped(escaped))) return undefined;
  }
  return element;
}

function setAttribute(element: SVGElement, name: string, value: string): boolean {
  if (name === 'xmlns' || name === 'xmlns:xlink') return true;
  if (name === 'href') {
    if (!PICTURE.test(value)) return false;
    element.setAttribute(name, value);
    return true;
  }
  if (LOADS.test(value)) return false;
  if (name === 'style') return setStyle(element, value);
  // `xml:space` works only in its namespace.
  if (name === 'xml:space') element.setAttributeNS(XML, name, value);
  else element.setAttribute(name, value);
  return true;
}

/** CSP forbids style attributes. */
function setStyle(element: SVGElement, style: string): boolean {
  return style.split(';').every((declaration) => {
    const [property = '', ...rest] = declaration.split(':');
    if (property === '') return true;
    if (!annotationPresentation.has(property)) return false;
    element.style.setProperty(property, rest.join(':'));
    return true;
  });
}

function unescaped(text: string): string {
  return text.replace(/&#(\d{1,7});/g, (_, code: string) =>
    String.fromCodePoint(Math.min(Number(code), 0x10ffff)),
  );
}
