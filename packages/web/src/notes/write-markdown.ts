import type { Mark, Node } from 'prosemirror-model';
import { hrefOf } from '../chat/editor/schema.ts';
import { sourceOfBlock } from './block-sources.ts';

export function noteOf(doc: Node): string {
  return doc.children
    .flatMap((block, index) => {
      const source = sourceOfBlock(block) ?? blockOf(block);
      return continues(block, doc.maybeChild(index + 1)) ? [source, ''] : [source];
    })
    .join('\n');
}

function continues({ type, textContent }: Node, next: Node | null): boolean {
  if (!next) return false;
  // `---` below a line with `|` would make a table.
  const isNewRule = next.type.name === 'horizontal_rule' && sourceOfBlock(next) === undefined;
  if (isNewRule && textContent.includes('|')) return true;
  if (type.name === 'table')
    return next.type === type || (next.type.name === 'paragraph' && next.textContent.includes('|'));
  return type.name === 'blockquote' && next.type === type;
}

function blockOf(block: Node): string {
  const { attrs } = block;
  switch (block.type.name) {
    case 'heading':
      return `${'#'.repeat(attrs.level)} ${lineOf(block)}${attrs.isSpaced ? '\n' : ''}`;
    case 'horizontal_rule':
      return '---';
    case 'blockquote':
      return blocksOf(block)
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n');
    case 'center':
      return blocksOf(block);
    case 'code_block':
      return codeOf(block);
    case 'bullet_list':
    case 'ordered_list':
      return listOf(block);
    case 'table':
      return tableOf(block);
    default:
      return lineOf(block);
  }
}

const blocksOf = (parent: Node) => parent.children.map(blockOf).join('\n');

function codeOf({ textContent, attrs }: Node): string {
  const longest = Math.max(2, ...[...textContent.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${attrs.info}\n${textContent === '' ? '' : `${textContent}\n`}${fence}`;
}

function listOf(list: Node): string {
  const isOrdered = list.type.name === 'ordered_list';
  return list.children
    .map((item, index) => {
      const [first, ...others] = item.children;
      const rest = others.map(blockOf).join('\n');
      const lines = rest === '' ? [] : rest.split('\n').filter((line) => line.trim() !== '');
      const marker = isOrdered ? `${list.attrs.start + index}.` : '-';
      return [`${marker} ${first ? blockOf(first) : ''}`, ...lines.map((line) => `  ${line}`)].join('\n');
    })
    .join('\n');
}

function tableOf({ children: rows, attrs }: Node): string {
  const columns = Math.max(...rows.map(({ childCount }) => childCount));
  const cellOf = (cell: Node | null) =>
    cell ? blocksOf(cell).replaceAll('\n', ' ').replaceAll('|', '\\|') : '';
  const lineOfCells = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const [head = '', ...others] = rows.map((row) =>
    lineOfCells(Array.from({ length: columns }, (_, column) => cellOf(row.maybeChild(column)))),
  );
  const alignment = columnsOf(attrs.alignment) === columns ? attrs.alignment : `|${' --- |'.repeat(columns)}`;
  return [head, alignment, ...others].join('\n');
}

const columnsOf = (alignment: string) => alignment.match(/-+/g)?.length ?? 0;

const DELIMITERS = [
  ['bold', '**'],
  ['italic', '_'],
  ['strike', '~~'],
] as const;

const has = (marks: readonly Mark[], name: string) => marks.find(({ type }) => type.name === name);

/** Moves delimiters away from spaces, because Markdown reads a delimiter next to a space as text. */
function lineOf(block: Node): string {
  const open: (typeof DELIMITERS)[number][] = [];
  let line = '';
  const keep = (wanted: readonly (typeof DELIMITERS)[number][]) => {
    const same = open.findIndex((each, at) => wanted[at] !== each);
    for (const [, sign] of open.splice(same < 0 ? open.length : same).toReversed()) line += sign;
    for (const each of wanted.slice(open.length)) {
      line += each[1];
      open.push(each);
    }
  };
  for (const node of block.children) {
    const text = node.isText ? (node.text ?? '') : String(node.attrs.src ?? '');
    const [, before = '', words = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
    const wanted = DELIMITERS.filter(([name]) => has(node.marks, name));
    if (before !== '') keep([]);
    line += before;
    keep(wanted);
    line += innermost(words, node.marks);
    if (after !== '') keep([]);
    line += after;
  }
  keep([]);
  return line;
}

function innermost(text: string, marks: readonly Mark[]): string {
  const link = has(marks, 'link');
  if (!link) return has(marks, 'code') && !text.includes('`') ? `\`${text}\`` : text;
  const href = String(link.attrs.href).replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'));
  if (hrefOf(text) === link.attrs.href) return text;
  return /[[\]]/.test(text) ? `${text} ${href}` : `[${text}](${href})`;
}
