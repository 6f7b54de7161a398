import type { Mark, Node } from 'prosemirror-model';
import { plainSource } from '../bbcode.ts';

export function sourceOf(doc: Node): string {
  if (isPlain(doc)) return plainSource(doc.textBetween(0, doc.content.size, '\n'));
  return blocksOf(doc);
}

function isPlain(doc: Node): boolean {
  return doc.children.every(
    (block) =>
      block.type.name === 'paragraph' &&
      block.children.every(({ isText, marks }) => isText && marks.length === 0),
  );
}

const blocksOf = (parent: Node): string => parent.children.map(blockOf).join('\n');

function blockOf(block: Node): string {
  switch (block.type.name) {
    case 'blockquote':
      return `[quote]${blocksOf(block)}[/quote]`;
    case 'center':
      return `[center]${blocksOf(block)}[/center]`;
    case 'code_block':
      // The line breaks distinguish a code block from inline code.
      return `[code]\n${escaped(block.textContent)}\n[/code]`;
    case 'bullet_list':
      return listOf(block, '');
    case 'ordered_list':
      return listOf(block, `=${block.attrs.type}`);
    case 'table':
      return `[table]\n${block.children.map(rowOf).join('\n')}\n[/table]`;
    default:
      return lineOf(block);
  }
}

const listOf = (list: Node, value: string) =>
  `[list${value}]\n${list.children.map((item) => `[*]${blocksOf(item)}\n`).join('')}[/list]`;

function rowOf(row: Node): string {
  const cells = row.children.map((cell) => {
    const tag = cell.type.name === 'table_header' ? 'th' : 'td';
    return `[${tag}]${blocksOf(cell)}[/${tag}]`;
  });
  return `[tr]${cells.join('')}[/tr]`;
}

function lineOf(paragraph: Node): string {
  const open: Mark[] = [];
  let line = '';
  const closeTo = (count: number) => {
    while (open.length > count) line += closeTag(open.pop() as Mark);
  };
  for (const node of paragraph.children) {
    const same = node.marks.findIndex((mark, index) => !open[index]?.eq(mark));
    closeTo(same < 0 ? node.marks.length : same);
    for (const mark of node.marks.slice(open.length)) {
      line += openTag(mark);
      open.push(mark);
    }
    line += node.isText ? escaped(node.text ?? '') : imageOf(node);
  }
  closeTo(0);
  return line;
}

function imageOf({ attrs }: Node): string {
  return `[img${attrs.size && `=${attrs.size}`}]${attrs.src}[/img]`;
}

const TAGS: Readonly<Record<string, string>> = {
  color: 'color',
  size: 'size',
  bold: 'b',
  italic: 'i',
  underline: 'u',
  strike: 's',
  link: 'url',
  code: 'code',
};

function openTag({ type, attrs }: Mark): string {
  const value: unknown = attrs.href ?? attrs.value ?? attrs.px;
  return `[${TAGS[type.name]}${value === undefined ? '' : `=${value}`}]`;
}

const closeTag = ({ type }: Mark) => `[/${TAGS[type.name]}]`;

/** U+2060 at the start would mark the message as plain text. */
const escaped = (text: string) =>
  text
    .replace(/&(?=[a-z#])/gi, '&amp;')
    .replace(/[[*\u2060]/g, (character) => `&#${character.charCodeAt(0)};`);
