import type { Mark, Node } from 'prosemirror-model';
import { isRich, plainText } from '../bbcode.ts';
import { type BbNode, COLOUR_PATTERN, contentOfItem, parseBbcode, pixelsOf } from '../parse-bbcode.ts';
import { hrefOf, listTypeOf, PICTURE_SIZE, schema } from './schema.ts';

const { nodes } = schema;
type Tag = Exclude<BbNode, string>;

export function documentOf(source: string): Node {
  const blocks = isRich(source) ? blocksOf(parseBbcode(source)) : linesOf(plainText(source));
  return schema.node('doc', null, blocks);
}

export const linesOf = (text: string): Node[] =>
  text
    .split(/\r\n?|\n/)
    .map((line) => schema.node('paragraph', null, line === '' ? [] : [schema.text(line)]));

class Blocks {
  readonly #blocks: Node[] = [];
  #line: Node[] | undefined = [];

  addInline(node: Node): void {
    this.#line ??= [];
    this.#line.push(node);
  }

  addText(text: string, marks: readonly Mark[]): void {
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) {
        this.#endLine();
        this.#line = [];
      }
      if (part !== '') this.addInline(schema.text(part, marks));
    }
  }

  addBlock(block: Node): void {
    if (this.#line?.length) this.#endLine();
    this.#blocks.push(block);
    this.#line = undefined;
  }

  end(): Node[] {
    this.#endLine();
    return this.#blocks;
  }

  #endLine(): void {
    if (this.#line) this.#blocks.push(schema.node('paragraph', null, this.#line));
  }
}

function blocksOf(content: readonly BbNode[], marks: readonly Mark[] = []): Node[] {
  const blocks = new Blocks();
  for (const node of content) addTo(blocks, node, marks);
  return blocks.end();
}

function addTo(blocks: Blocks, node: BbNode, marks: readonly Mark[]): void {
  if (typeof node === 'string') blocks.addText(node, marks);
  else if (node.tag === 'code') addCode(blocks, wordsOf(node), marks);
  else if (node.tag === 'img') {
    const image = imageOf(node, marks);
    if (image) blocks.addInline(image);
  } else {
    const block = blockOf(node, marks);
    if (block) blocks.addBlock(block);
    else addContent(blocks, node, marks);
  }
}

function addCode(blocks: Blocks, code: string, marks: readonly Mark[]): void {
  if (code.includes('\n')) blocks.addBlock(codeBlockOf(code));
  else blocks.addText(code, schema.mark('code').addToSet(marks));
}

function addContent(blocks: Blocks, node: Tag, marks: readonly Mark[]): void {
  if (node.tag === '*') blocks.addText('[*]', marks);
  const inner = markOf(node)?.addToSet(marks) ?? marks;
  for (const child of node.children) addTo(blocks, child, inner);
}

const wordsOf = ({ children }: Tag): string =>
  children.map((child) => (typeof child === 'string' ? child : wordsOf(child))).join('');

const codeBlockOf = (code: string): Node => {
  const text = code.replace(/^\n/, '').replace(/\n$/, '');
  return schema.node('code_block', null, text === '' ? [] : [schema.text(text)]);
};

const SIMPLE = { b: 'bold', i: 'italic', u: 'underline', s: 'strike' } as const;

function markOf(node: Tag): Mark | undefined {
  const { tag, value } = node;
  if (tag in SIMPLE) return schema.mark(SIMPLE[tag as keyof typeof SIMPLE]);
  if (tag === 'color') return COLOUR_PATTERN.test(value) ? schema.mark('color', { value }) : undefined;
  if (tag === 'size') return schema.mark('size', { px: pixelsOf(value) });
  if (tag !== 'url') return undefined;
  const href = hrefOf(value || wordsOf(node));
  return href === undefined ? undefined : schema.mark('link', { href });
}

function imageOf(node: Tag, marks: readonly Mark[]): Node | undefined {
  const src = wordsOf(node).trim();
  const size = PICTURE_SIZE.test(node.value) ? node.value : '';
  return src === '' ? undefined : schema.node('image', { src, size }, undefined, marks);
}

function blockOf({ tag, value, children }: Tag, marks: readonly Mark[]): Node | undefined {
  if (tag === 'quote') return schema.node('blockquote', null, blocksOf(children, marks));
  if (tag === 'center') return schema.node('center', null, blocksOf(children, marks));
  if (tag === 'list') {
    const items = children.flatMap((child) => (isTag(child, '*') ? itemOf(child, marks) : []));
    if (items.length === 0) return undefined;
    // Like the server, turn text before the first item into a list item.
    const lead = children.slice(
      0,
      children.findIndex((child) => isTag(child, '*')),
    );
    if (lead.some((child) => typeof child !== 'string' || child.trim() !== ''))
      items.unshift(itemOf({ tag: '*', value: '', children: lead }, marks));
    return value === ''
      ? schema.node('bullet_list', null, items)
      : schema.node('ordered_list', { type: listTypeOf(value) }, items);
  }
  if (tag !== 'table') return undefined;
  const rows = children.flatMap((child) => (isTag(child, 'tr') ? rowOf(child, marks) : []));
  return rows.length === 0 ? undefined : schema.node('table', null, rows);
}

const isTag = (node: BbNode, ...tags: string[]): node is Tag =>
  typeof node !== 'string' && tags.includes(node.tag);

function itemOf({ children }: Tag, marks: readonly Mark[]): Node {
  const blocks = blocksOf(contentOfItem(children), marks);
  const isStarted = blocks[0]?.type === nodes.paragraph;
  return schema.node('list_item', null, isStarted ? blocks : [schema.node('paragraph'), ...blocks]);
}

function rowOf({ children }: Tag, marks: readonly Mark[]): Node[] {
  const cells = children.flatMap((child) =>
    isTag(child, 'td', 'th')
      ? schema.node(child.tag === 'th' ? 'table_header' : 'table_cell', null, blocksOf(child.children, marks))
      : [],
  );
  return cells.length === 0 ? [] : [schema.node('table_row', null, cells)];
}
