import { createRequire } from 'node:module';
import type sanitizeHtml from 'sanitize-html';

/** `*` begins a list item. Unknown tags remain text. */
const TAGS = 'b i u s color size center list * table tr th td img url code quote'.split(' ');
const MAX_TAGS = 2_000;
const MAX_DEPTH = 32;
const MIN_PX = 8;
const MAX_PX = 72;

export class BadRichtext extends Error {}

interface Node {
  tag: unknown;
  attrs?: Record<string, unknown>;
  content?: unknown;
}

/** The parser stores a tag's value as the name of its only attribute. */
const attributeOf = ({ attrs = {} }: Node) => String(Object.keys(attrs)[0] ?? '');
const span = (style: string, { content }: Node): Node => ({ tag: 'span', attrs: { style }, content });

/** The libraries take 5 MB of memory. */
let libraries: ReturnType<typeof loadLibraries> | undefined;

function loadLibraries() {
  const require = createRequire(import.meta.url);
  const { html }: typeof import('@bbob/html') = require('@bbob/html');
  const { default: preset }: typeof import('@bbob/preset-html5') = require('@bbob/preset-html5');
  const sanitize: typeof sanitizeHtml = require('sanitize-html');
  return { html, sanitize, tags: extend(preset) };
}

function open() {
  libraries ??= loadLibraries();
  return libraries;
}

function extend(preset: typeof import('@bbob/preset-html5').default) {
  return preset.extend((tags) => ({
    ...tags,
    size: (node) => {
      const px = Math.min(MAX_PX, Math.max(MIN_PX, Number.parseInt(attributeOf(node as Node), 10) || 16));
      return span(`font-size: ${px}px`, node as Node) as never;
    },
    // Called only outside lists, because the conversion of a list also converts its items.
    '*': () => '[*]' as never,
    center: (node) =>
      ({ tag: 'div', attrs: { style: 'text-align: center' }, content: (node as Node).content }) as never,
    img: (node) => {
      const { content } = node as Node;
      const [, width, height] = /^(\d{1,4})x(\d{1,4})$/i.exec(attributeOf(node as Node)) ?? [];
      const src = (Array.isArray(content) ? content : [content]).filter((each) => typeof each === 'string');
      return {
        tag: 'img',
        attrs: { src: src.join('').trim(), width, height, alt: '' },
        content: null,
      } as never;
    },
  }));
}

/** The parser pairs `[B]` with `[/b]`, but the preset knows only lower-case tags. */
const lowerCaseTags = (tree: Parameters<ReturnType<ReturnType<typeof extend>>>[0]) => {
  tree.walk((node) => {
    const { tag } = (node ?? {}) as Partial<Node>;
    return typeof tag === 'string'
      ? (Object.assign(node as object, { tag: tag.toLowerCase() }) as typeof node)
      : node;
  });
  return tree;
};

/** Excludes other CSS values, such as `url(…)`. */
const COLOUR = [/^[a-z]{3,20}$/i, /^#[\da-f]{3}([\da-f]{3})?$/i];

const isWhole = (address: string | undefined, scheme: RegExp) =>
  address !== undefined && scheme.test(address) && URL.canParse(address);

const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    'span',
    'div',
    'ul',
    'ol',
    'li',
    'table',
    'tr',
    'th',
    'td',
    'img',
    'a',
    'pre',
    'blockquote',
    'p',
    'br',
  ],
  allowedAttributes: {
    a: ['href', 'rel', 'target'],
    img: ['src', 'width', 'height', 'alt'],
    span: ['style'],
    div: ['style'],
    ol: ['type'],
  },
  allowedStyles: {
    span: {
      color: COLOUR,
      'font-size': [/^\d{1,2}px$/],
      'font-weight': [/^bold$/],
      'font-style': [/^italic$/],
      'text-decoration': [/^(underline|line-through)$/],
    },
    div: { 'text-align': [/^center$/] },
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isWhole(attribs.src, /^https?:\/\//i),
  transformTags: {
    // A relative URL would resolve against the page that shows the message.
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs: isWhole(href, /^(https?:\/\/|mailto:)/i)
        ? { href, rel: 'noopener noreferrer nofollow', target: '_blank' }
        : ({} as sanitizeHtml.Attributes),
    }),
  },
};

export function bbcodeToHtml(bbcode: string): string {
  checkTags(bbcode);
  // The sanitiser escapes ampersands. Those in URLs would otherwise be escaped twice.
  const plain = bbcode.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const { html, tags, sanitize } = open();
  const raw = html(plain, [lowerCaseTags, tags()], {
    onlyAllowTags: TAGS,
    contextFreeTags: ['code'],
    caseFreeTags: true,
  });
  return sanitize(breakLines(raw), allowed);
}

function checkTags(bbcode: string): void {
  let [count, depth, open] = [0, 0, 0];
  for (const [, end] of bbcode.matchAll(/\[(\/?)[a-z*]/gi)) {
    count++;
    open = Math.max(0, open + (end === '/' ? -1 : 1));
    depth = Math.max(depth, open);
  }
  // A list item has no closing tag.
  const items = bbcode.match(/\[\*/g)?.length ?? 0;
  if (count > MAX_TAGS) throw new BadRichtext(`has more than ${MAX_TAGS} tags`);
  if (depth - items > MAX_DEPTH) throw new BadRichtext(`has more than ${MAX_DEPTH} tags within each other`);
}

const BLOCK = /^<\/?(?:ul|ol|li|table|tr|th|td|blockquote)\b/;

function breakLines(markup: string): string {
  const out: string[] = [];
  let [breaks, isAfterBlock, isInPre] = [0, false, false];
  for (const token of markup.split(/(<[^>]*>|\n)/)) {
    if (token === '\n' && !isInPre) {
      breaks++;
    } else if (token.trim() !== '' || breaks === 0) {
      const isBlock = BLOCK.test(token);
      if (!isBlock && !isAfterBlock) out.push('<br />'.repeat(breaks));
      breaks = 0;
      out.push(token);
      if (token !== '') isAfterBlock = isBlock;
      if (token === '<pre>') isInPre = true;
      else if (token === '</pre>') isInPre = false;
    }
  }
  return out.join('') + '<br />'.repeat(isAfterBlock ? 0 : breaks);
}

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  '#39': "'",
  '#91': '[',
  '#93': ']',
};

const PAGE_TAGS = 'h1 h2 h3 h4 h5 h6 section article header footer main'.split(' ');

const BLOCKS = `(?:p|ul|ol|li|table|tr|div|pre|blockquote|${PAGE_TAGS.join('|')})`;
const OWN_LINES = new RegExp(`(?:</?${BLOCKS}\\b[^>]*>)+`, 'g');
const BLANKS_AROUND = new RegExp(` ?(</?${BLOCKS}\\b[^>]*>) ?`, 'g');

export function pageToText(markup: string): string {
  const sanitised = open().sanitize(markup, { allowedTags: [...(allowed.allowedTags || []), ...PAGE_TAGS] });
  return htmlToText(sanitised.replace(/\s+/g, ' ').replace(BLANKS_AROUND, '$1'));
}

export function htmlToText(markup: string): string {
  const lines = markup
    .replace(/<pre>([^\n<]*)<\/pre>/g, '$1')
    .replace(/(?:<br \/>)?<pre>\n?|\n?<\/pre>(?:<br \/>)?/g, '<pre>')
    .replace(OWN_LINES, '\n')
    .replace(/<br\b[^>]*>/g, '\n')
    .replace(/<\/t[hd]>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .split('\n');
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/&([a-z]+|#\d+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .trim();
}
