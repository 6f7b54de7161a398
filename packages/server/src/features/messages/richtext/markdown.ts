import MarkdownIt, { type Token } from 'markdown-it';
import { BadRichtext } from './bbcode.ts';

/** The parser drops content that is nested more deeply. A list counts as two levels. */
const MAX_LEVELS = 40;
/** Pixels. Headings of lower levels are only bold. */
const HEADING_SIZES: Readonly<Record<string, number>> = { h1: 24, h2: 20 };

const parser = new MarkdownIt({ linkify: true, maxNesting: MAX_LEVELS });
// Names such as `readme.md` are not web addresses.
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
// `addressOf` later turns links that cannot be opened into text.
parser.validateLink = () => true;

/** CommonMark with GitHub's tables, task lists and strikethrough, but without HTML. */
export function markdownToBbcode(markdown: string): string {
  const tokens = parser.parse(markdown, {});
  if (tokens.some(({ nesting, level }) => nesting === 1 && level >= MAX_LEVELS - 1))
    throw new BadRichtext('has too many levels of quotes and lists');
  return createWriter().write(tokens);
}

const TEXTS: ReadonlySet<string> = new Set(['paragraph_open', 'heading_open']);
const PARTS: ReadonlySet<string> = new Set(
  'inline list_item_open thead_open tbody_open tr_open th_open td_open'.split(' '),
);

type Before = 'nothing' | 'text' | 'block';

function createWriter() {
  const before: Before[] = ['nothing'];
  /** Whether each open list has its numbers as text. Numbered lists in BBCode always begin at 1. */
  const numbered: boolean[] = [];

  function separator({ type }: Token): string {
    if (PARTS.has(type)) return '';
    const last = before.at(-1);
    const kind = TEXTS.has(type) ? 'text' : 'block';
    before[before.length - 1] = kind;
    if (last === 'nothing') return '';
    return last === 'text' && kind === 'text' ? '\n\n' : '\n';
  }

  function open(token: Token): string {
    switch (token.type) {
      case 'bullet_list_open':
      case 'ordered_list_open': {
        const isNumbered = token.attrGet('start') !== null;
        numbered.push(isNumbered);
        if (isNumbered) return '';
        return token.type === 'ordered_list_open' ? '[list=1]\n' : '[list]\n';
      }
      case 'list_item_open':
        return numbered.at(-1) ? `${token.info}. ` : '[*]';
      default:
        return OPEN[token.type]?.(token) ?? '';
    }
  }

  return {
    write(tokens: readonly Token[]): string {
      let text = '';
      for (const [index, token] of tokens.entries()) {
        if (token.nesting === -1) {
          before.pop();
          if (/_list_close$/.test(token.type)) text = numbered.pop() ? text.trimEnd() : `${text}[/list]`;
          else text += CLOSE[token.type]?.(token) ?? '';
        } else {
          text += separator(token);
          text += token.type === 'inline' ? inlineOf(token, tokens[index - 2]) : open(token);
          if (token.nesting === 1) before.push('nothing');
        }
      }
      return text;
    },
  };
}

type Write = (token: Token) => string;
const sizeOf = ({ tag }: Token) => HEADING_SIZES[tag];
const code: Write = ({ content }) => `[code]\n${literal(content.replace(/\n$/, ''))}\n[/code]`;
const openTag: Write = ({ tag }) => `[${tag}]`;
const closeTag: Write = ({ tag }) => `[/${tag}]`;

const OPEN: Readonly<Record<string, Write>> = {
  heading_open: (token) => `${sizeOf(token) ? `[size=${sizeOf(token)}]` : ''}[b]`,
  blockquote_open: () => '[quote]',
  table_open: () => '[table]\n',
  tr_open: openTag,
  th_open: openTag,
  td_open: openTag,
  fence: code,
  code_block: code,
  hr: () => '———',
};

const CLOSE: Readonly<Record<string, Write>> = {
  heading_close: (token) => `[/b]${sizeOf(token) ? '[/size]' : ''}`,
  blockquote_close: () => '[/quote]',
  list_item_close: () => '\n',
  table_close: () => '[/table]',
  tr_close: () => '[/tr]\n',
  th_close: closeTag,
  td_close: closeTag,
};

const MARKS: Readonly<Record<string, string>> = { strong: 'b', em: 'i', s: 's' };

/** @param container the list item, if this is its first paragraph */
function inlineOf({ children, content }: Token, container: Token | undefined): string {
  const links: boolean[] = [];
  const parts = (children ?? []).map((token) => {
    switch (token.type) {
      case 'text':
      case 'text_special':
        return literal(token.content).replace(/<br\s*\/?>/gi, '\n');
      case 'code_inline':
        return `[code]${literal(token.content)}[/code]`;
      case 'softbreak':
      case 'hardbreak':
        return '\n';
      case 'image':
        return imageAt(String(token.attrGet('src')), token.content);
      case 'link_open': {
        const address = addressOf(String(token.attrGet('href')), /^(https?:\/\/|mailto:)/i);
        links.push(address !== undefined);
        return address === undefined ? '' : `[url=${address}]`;
      }
      case 'link_close':
        return links.pop() ? '[/url]' : '';
      default:
        return markOf(token);
    }
  });
  const text = parts.join('');
  const [task, box] = container?.type === 'list_item_open' ? (/^\[([ xX])\] /.exec(content) ?? []) : [];
  if (task === undefined) return text;
  return `${box === ' ' ? '☐' : '☑'} ${text.slice(literal(task).length)}`;
}

function markOf({ type, nesting }: Token): string {
  const mark = MARKS[type.replace(/_(open|close)$/, '')];
  if (mark === undefined) return '';
  return nesting === 1 ? `[${mark}]` : `[/${mark}]`;
}

function imageAt(href: string, description: string): string {
  const address = addressOf(href, /^https?:\/\//i);
  return address === undefined ? literal(description) : `[img]${address}[/img]`;
}

/** Escapes characters that would end the address in BBCode. */
function addressOf(href: string, scheme: RegExp): string | undefined {
  if (!scheme.test(href) || !URL.canParse(href)) return undefined;
  return href.replace(/[[\]"'\s]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

const literal = (text: string): string =>
  text
    .replace(/&(?=[a-z#])/gi, '&amp;')
    .replace(/[[*\u2060]/g, (character) => `&#${character.charCodeAt(0)};`);
