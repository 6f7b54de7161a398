import { AssertionRefused } from './refusal.ts';

export interface DocumentBounds {
  elements: number;
  attributes: number;
  depth: number;
}

/**
 * Parsing and each canonicalisation take about 5 µs per element and attribute. A typical assertion has thirty
 * elements.
 */
export const ASSERTION_BOUNDS: DocumentBounds = { elements: 400, attributes: 1_000, depth: 40 };
/** AD FS sends about 700 elements. Metadata is never canonicalised. */
export const METADATA_BOUNDS: DocumentBounds = { elements: 2_000, attributes: 4_000, depth: 40 };

/**
 * Never counts fewer elements and attributes than a parser does. For example, each "=" outside quotes counts
 * as an attribute.
 */
export function checkBounds(text: string, { elements, attributes, depth }: DocumentBounds): void {
  let elementCount = 0;
  let attributeCount = 0;
  let level = 0;
  let at = text.indexOf('<');
  while (at !== -1) {
    const skipped = endOfOther(text, at);
    if (skipped !== undefined) {
      at = text.indexOf('<', skipped);
      continue;
    }
    const { end, assignments, closesItself } = readTag(text, at + 1);
    if (text[at + 1] === '/') level--;
    else {
      if (++elementCount > elements) throw new AssertionRefused(`has more than ${elements} elements`);
      if (level + 1 > depth) throw new AssertionRefused('is nested too deeply');
      if (!closesItself) level++;
    }
    attributeCount += assignments;
    if (attributeCount > attributes) throw new AssertionRefused(`has more than ${attributes} attributes`);
    at = text.indexOf('<', end);
  }
}

function endOfOther(text: string, at: number): number | undefined {
  for (const [opening, closing] of [
    ['<!--', '-->'],
    ['<![CDATA[', ']]>'],
    ['<?', '?>'],
  ] as const) {
    if (!text.startsWith(opening, at)) continue;
    const end = text.indexOf(closing, at + opening.length);
    if (end === -1) throw new AssertionRefused('is not well-formed XML');
    return end + closing.length;
  }
  return undefined;
}

const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const LESS = 0x3c;
const EQUALS = 0x3d;
const GREATER = 0x3e;
const SLASH = 0x2f;

/** Reads to ">" or the next "<". Attribute values cannot contain "<". */
function readTag(text: string, from: number) {
  let assignments = 0;
  let quote = 0;
  let at = from;
  for (; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === LESS) break;
    if (quote !== 0) {
      if (char === quote) quote = 0;
    } else if (char === QUOTE || char === APOSTROPHE) quote = char;
    else if (char === EQUALS) assignments++;
    else if (char === GREATER) break;
  }
  return { end: at, assignments, closesItself: text.charCodeAt(at - 1) === SLASH };
}
