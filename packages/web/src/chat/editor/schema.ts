import { type MarkSpec, type NodeSpec, type ParseRule, Schema } from 'prosemirror-model';
import { COLOUR_PATTERN, pixelsOf } from '../parse-bbcode.ts';

const PICTURE = /^https?:\/\/[^\s[\]]+$/i;
export const PICTURE_SIZE = /^\d{1,4}x\d{1,4}$/i;
const BLOCKS = 'block+';
/** Stands for a node without text. */
export const LEAF_PLACEHOLDER = '\ufffc';

export const listTypeOf = (type: string): string => (/^[1aAiI]$/.test(type) ? type : '1');

/** `cleanMarkup` renames `style` to this attribute. */
const styled = (pattern: RegExp): ParseRule => ({
  tag: '[data-style]',
  consuming: false,
  getAttrs: (element: HTMLElement) => pattern.test(element.dataset.style ?? '') && null,
});

const WEIGHT = /font-weight:\s*(?:normal|[1-4]00)/i;

const nodes: Record<string, NodeSpec> = {
  doc: { content: BLOCKS },
  paragraph: {
    group: 'block',
    content: 'inline*',
    parseDOM: [{ tag: 'p' }, { tag: 'br', closeParent: true }],
    toDOM: () => ['p', { dir: 'auto' }, 0],
  },
  blockquote: {
    group: 'block',
    content: BLOCKS,
    defining: true,
    parseDOM: [{ tag: 'blockquote' }],
    toDOM: () => ['blockquote', 0],
  },
  code_block: {
    group: 'block',
    content: 'text*',
    marks: '',
    code: true,
    defining: true,
    attrs: { info: { default: '' } },
    parseDOM: [{ tag: 'pre', preserveWhitespace: 'full' }],
    toDOM: () => ['pre', 0],
  },
  bullet_list: {
    group: 'block',
    content: 'list_item+',
    parseDOM: [{ tag: 'ul' }],
    toDOM: () => ['ul', 0],
  },
  ordered_list: {
    group: 'block',
    content: 'list_item+',
    attrs: { type: { default: '1' }, start: { default: 1 } },
    parseDOM: [
      {
        tag: 'ol',
        getAttrs: (list) => {
          const { start, type } = list as HTMLOListElement;
          return { start: Math.max(0, start), type: listTypeOf(type) };
        },
      },
    ],
    toDOM: ({ attrs }) => ['ol', { type: attrs.type, start: attrs.start }, 0],
  },
  list_item: {
    content: 'paragraph block*', // not shown
    defining: true,
    parseDOM: [{ tag: 'li' }],
    toDOM: () => ['li', 0],
  },
  table: {
    group: 'block',
    content: 'table_row+',
    isolating: true,
    attrs: { alignment: { default: '' } },
    parseDOM: [{ tag: 'table' }],
    toDOM: () => ['table', ['tbody', 0]],
  },
  table_row: {
    content: '(table_cell | table_header)+',
    parseDOM: [{ tag: 'tr' }],
    toDOM: () => ['tr', 0],
  },
  table_cell: { content: BLOCKS, isolating: true, parseDOM: [{ tag: 'td' }], toDOM: () => ['td', 0] },
  table_header: { content: BLOCKS, isolating: true, parseDOM: [{ tag: 'th' }], toDOM: () => ['th', 0] },
  center: {
    group: 'block',
    content: BLOCKS,
    defining: true,
    parseDOM: [{ tag: 'div.centred' }],
    toDOM: () => ['div', { class: 'centred' }, 0],
  },
  heading: {
    group: 'block',
    content: 'inline*',
    defining: true,
    /** `isSpaced` is true if a blank line follows in the source. */
    attrs: { level: { default: 1 }, isSpaced: { default: false } },
    parseDOM: [
      {
        tag: 'h1, h2, h3, h4, h5, h6',
        getAttrs: ({ dataset, tagName }) => ({ level: Number(dataset.level ?? tagName.slice(1)) }),
      },
    ],
    toDOM: ({ attrs: { level } }) => [`h${Math.min(6, level + 2)}`, { 'data-level': level, dir: 'auto' }, 0],
  },
  horizontal_rule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
  text: { group: 'inline' },
  /** Shows the picture's address, because pictures load only through the server's proxy. */
  image: {
    group: 'inline',
    inline: true,
    attrs: { src: {}, size: { default: '' } },
    parseDOM: [
      {
        tag: 'code[data-src]',
        priority: 60,
        getAttrs: ({ dataset: { src = '', size = '' } }) =>
          PICTURE.test(src) && { src, size: PICTURE_SIZE.test(size) ? size : '' },
      },
    ],
    toDOM: ({ attrs }) => ['code', { 'data-src': attrs.src, 'data-size': attrs.size }, attrs.src],
  },
};

/** Marks in their order of nesting, outermost first. */
const marks: Record<string, MarkSpec> = {
  color: {
    attrs: { value: {} },
    parseDOM: [
      {
        tag: 'span[data-ink]',
        getAttrs: ({ dataset: { ink = '' } }) => COLOUR_PATTERN.test(ink) && { value: ink },
      },
    ],
    toDOM: ({ attrs }) => [
      'span',
      { class: 'ink', 'data-ink': attrs.value, style: `--ink: ${attrs.value}` },
      0,
    ],
  },
  size: {
    attrs: { px: {} },
    parseDOM: [{ tag: 'span[data-px]', getAttrs: ({ dataset }) => ({ px: pixelsOf(dataset.px) }) }],
    toDOM: ({ attrs }) => ['span', { 'data-px': attrs.px, style: `font-size: ${attrs.px}px` }, 0],
  },
  bold: {
    parseDOM: [
      { tag: 'strong' },
      // Google Docs wraps all text in a <b> of normal weight.
      { tag: 'b', getAttrs: ({ dataset }) => !WEIGHT.test(dataset.style ?? '') && null },
      { tag: 'h1, h2, h3, h4, h5, h6', consuming: false },
      styled(/font-weight:\s*(?:bold|[6-9]00)/i),
    ],
    toDOM: () => ['strong', 0],
  },
  italic: {
    parseDOM: [{ tag: 'em' }, { tag: 'i' }, styled(/font-style:\s*italic/i)],
    toDOM: () => ['em', 0],
  },
  underline: {
    parseDOM: [{ tag: 'u' }, styled(/text-decoration[\w-]*:[^;]*underline/i)],
    toDOM: () => ['u', 0],
  },
  strike: {
    parseDOM: [
      { tag: 's' },
      { tag: 'strike' },
      { tag: 'del' },
      styled(/text-decoration[\w-]*:[^;]*line-through/i),
    ],
    toDOM: () => ['s', 0],
  },
  link: {
    attrs: { href: {} },
    inclusive: false,
    parseDOM: [
      {
        tag: 'a[href]',
        getAttrs: (element) => {
          const href = hrefOf(element.getAttribute('href') ?? '');
          return href === undefined ? false : { href };
        },
      },
    ],
    toDOM: ({ attrs }) => ['a', { href: attrs.href }, 0],
  },
  code: { code: true, parseDOM: [{ tag: 'code' }, { tag: 'kbd' }], toDOM: () => ['code', 0] },
};

export const schema = new Schema({ nodes, marks });

/** Characters that would end a BBCode value, or that `URL` does not encode. */
const UNSAFE = /[[\]'"\\<>\s]/g;

export function hrefOf(address: string): string | undefined {
  const trimmed = address.trim();
  if (!/^(?:https?:\/\/|mailto:)/i.test(trimmed) || !URL.canParse(trimmed)) return undefined;
  return new URL(trimmed).href.replace(UNSAFE, encodeCharacter);
}

const encodeCharacter = (character: string) =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
