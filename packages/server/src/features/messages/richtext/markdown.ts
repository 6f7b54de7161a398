import { Marked, type MarkedToken, type Token, type Tokens } from 'marked';
import { BadRichtext } from './bbcode.ts';

const MAX_DEPTH = 32;
/** A line that begins with more quotes and list items than are read: each costs a level of the parser’s stack. */
const TOO_DEEP = new RegExp(`^(?:[ \\t]*(?:>[ \\t]?|(?:[-*+]|\\d{1,9}[.)])[ \\t]+)){${MAX_DEPTH + 1}}`, 'm');
/** Sizes of headings in pixels, by level. Deeper ones are bold only. */
const HEADING_SIZES: Readonly<Record<number, number>> = { 1: 24, 2: 20 };
const RULE = '———';

const parser = new Marked({ gfm: true });

/**
 * Converts Markdown (CommonMark, with the tables, task lists and strikethrough of GitHub) to BBCode. A line break breaks the line,
 * and HTML is text. Throws BadRichtext for more than 32 levels of quotes and lists.
 */
export function markdownToBbcode(markdown: string): string {
  if (TOO_DEEP.test(markdown)) throw new BadRichtext(`has more than ${MAX_DEPTH} levels of quotes and lists`);
  return blocksOf(parser.lexer(markdown), 0);
}

function blocksOf(tokens: readonly Token[], depth: number): string {
  if (depth > MAX_DEPTH) throw new BadRichtext(`has more than ${MAX_DEPTH} levels of quotes and lists`);
  let blocks = '';
  let before: Token | undefined;
  for (const token of tokens) {
    if (token.type === 'space' || token.type === 'def') continue;
    blocks += (before ? separatorOf(before, token) : '') + blockOf(token as MarkedToken, depth);
    before = token;
  }
  return blocks;
}

function separatorOf(before: Token, after: Token): string {
  if (before.type === 'checkbox') return '';
  return isText(before) && isText(after) ? '\n\n' : '\n';
}

const isText = ({ type }: Token) => type === 'paragraph' || type === 'heading';

function blockOf(token: MarkedToken, depth: number): string {
  switch (token.type) {
    case 'heading': {
      const title = `[b]${inlineOf(token.tokens)}[/b]`;
      const size = HEADING_SIZES[token.depth];
      return size === undefined ? title : `[size=${size}]${title}[/size]`;
    }
    case 'code':
      return `[code]\n${literal(token.text)}\n[/code]`;
    case 'blockquote':
      return `[quote]${blocksOf(token.tokens, depth + 1)}[/quote]`;
    case 'list':
      return listOf(token, depth + 1);
    case 'table':
      return tableOf(token);
    case 'checkbox':
      return boxOf(token);
    case 'hr':
      return RULE;
    case 'html':
      return literal(token.text.trimEnd());
    default:
      return textOf(token);
  }
}

function listOf({ ordered, start, items }: Tokens.List, depth: number): string {
  const contents = items.map(({ tokens }) => blocksOf(tokens, depth));
  // Lists in BBCode begin at 1.
  if (ordered && start !== 1)
    return contents.map((each, index) => `${Number(start) + index}. ${each}`).join('\n');
  return `[list${ordered ? '=1' : ''}]\n${contents.map((each) => `[*]${each}\n`).join('')}[/list]`;
}

function tableOf({ header, rows }: Tokens.Table): string {
  const row = (cells: readonly Tokens.TableCell[], tag: 'th' | 'td') =>
    `[tr]${cells.map(({ tokens }) => `[${tag}]${inlineOf(tokens)}[/${tag}]`).join('')}[/tr]\n`;
  return `[table]\n${row(header, 'th')}${rows.map((cells) => row(cells, 'td')).join('')}[/table]`;
}

const boxOf = ({ checked }: Tokens.Checkbox) => (checked ? '☑ ' : '☐ ');

const inlineOf = (tokens: readonly Token[] = []): string =>
  tokens.map((token) => partOf(token as MarkedToken)).join('');

function partOf(token: MarkedToken): string {
  switch (token.type) {
    case 'strong':
      return `[b]${inlineOf(token.tokens)}[/b]`;
    case 'em':
      return `[i]${inlineOf(token.tokens)}[/i]`;
    case 'del':
      return `[s]${inlineOf(token.tokens)}[/s]`;
    case 'codespan':
      return `[code]${literal(token.text)}[/code]`;
    case 'checkbox':
      return boxOf(token);
    case 'br':
      return '\n';
    case 'link':
      return linkTo(token.href, inlineOf(token.tokens));
    case 'image':
      return imageAt(token.href, token.text);
    case 'html':
      return /^<br\s*\/?>$/i.test(token.raw) ? '\n' : literal(token.raw);
    case 'escape':
      return literal(token.text);
    default:
      return textOf(token);
  }
}

const textOf = (token: MarkedToken): string =>
  'tokens' in token && token.tokens ? inlineOf(token.tokens) : escaped(token.raw);

function linkTo(href: string, content: string): string {
  const address = addressOf(href, /^(https?:\/\/|mailto:)/i);
  return address === undefined ? content : `[url=${address}]${content}[/url]`;
}

function imageAt(href: string, description: string): string {
  const address = addressOf(href, /^https?:\/\//i);
  return address === undefined ? escaped(description) : `[img]${address}[/img]`;
}

/** The address without the characters that would end it in BBCode, or undefined if it cannot be opened. */
function addressOf(href: string, scheme: RegExp): string | undefined {
  if (!scheme.test(href) || !URL.canParse(href)) return undefined;
  return href.replace(/[[\]"'\s]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Text in which no character begins a tag or a list item. Entities keep their meaning, as Markdown has them. */
const escaped = (text: string): string =>
  text.replace(/[[*\u2060]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Text in which entities are not read either. */
const literal = (text: string): string => escaped(text.replace(/&(?=[a-z#])/gi, '&amp;'));
