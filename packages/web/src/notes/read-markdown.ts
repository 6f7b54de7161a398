import type { Mark, Node } from 'prosemirror-model';
import { hrefOf, schema } from '../chat/editor/schema.ts';
import { type Block, ITEM, placedBlocksOf } from '../viewer/blocks.ts';
import { inlinesOf } from '../viewer/inlines.ts';
import { withSource } from './block-sources.ts';

const linesOf = (text: string) => text.split(/\r\n|[\n\r\f]/);

/**
 * Turns each line of text into a paragraph, even a blank line. The first blank line below a heading belongs
 * to the heading.
 */
export function documentOfNote(source: string): Node {
  const lines = linesOf(source);
  const { blocks, starts, ends } = placedBlocksOf(source);
  const nodes: Node[] = [];
  let at = 0;
  const addBlankLines = (end: number) => {
    for (; at < end; at++) nodes.push(withSource(schema.node('paragraph'), lines[at] ?? ''));
  };
  for (const [index, block] of blocks.entries()) {
    addBlankLines(starts[index] ?? at);
    at = ends[index] ?? at;
    // The last line remains a paragraph, so that the caret can go below the heading.
    if (block.kind === 'heading' && at < lines.length - 1 && lines[at]?.trim() === '') at++;
    nodes.push(...nodesOf(block, lines.slice(starts[index], at)));
  }
  addBlankLines(lines.length);
  return schema.node('doc', null, nodes);
}

function nodesOf(block: Block, lines: readonly string[]): Node[] {
  if (block.kind === 'paragraph') return lines.map((line) => withSource(paragraphOf(line), line));
  return [withSource(nodeOf(block, lines), lines.join('\n'))];
}

function nodeOf(block: Exclude<Block, { kind: 'paragraph' }>, lines: readonly string[]): Node {
  switch (block.kind) {
    case 'heading':
      return schema.node(
        'heading',
        { level: block.level, isSpaced: lines.length > 1 },
        inlineNodes(block.text),
      );
    case 'rule':
      return schema.node('horizontal_rule');
    case 'quote':
      return schema.node('blockquote', null, block.lines.map(paragraphOf));
    case 'code': {
      const [, info = ''] = /^\s*(?:`+|~+)(.*)$/.exec(lines[0] ?? '') ?? [];
      const text = block.lines.join('\n');
      return schema.node('code_block', { info: info.trim() }, text === '' ? [] : [schema.text(text)]);
    }
    case 'table':
      return tableOf(block, lines[1] ?? '');
    case 'list':
      return listOf(lines);
  }
}

const paragraphOf = (line: string) => schema.node('paragraph', null, inlineNodes(line));

function tableOf({ head, rows }: Extract<Block, { kind: 'table' }>, alignment: string): Node {
  const rowOf = (cells: readonly string[], type: 'table_cell' | 'table_header') =>
    schema.node(
      'table_row',
      null,
      head.map((_, column) => schema.node(type, null, [paragraphOf(cells[column] ?? '')])),
    );
  return schema.node('table', { alignment }, [
    rowOf(head, 'table_header'),
    ...rows.map((cells) => rowOf(cells, 'table_cell')),
  ]);
}

interface Item {
  indent: number;
  number: number | undefined;
  lines: string[];
}

function listOf(lines: readonly string[]): Node {
  const items: Item[] = [];
  for (const line of lines) {
    const match = ITEM.exec(line);
    if (match) {
      const [, indent = '', number] = match;
      items.push({
        indent: indent.replaceAll('\t', '    ').length,
        number: number === undefined ? undefined : Number(number),
        lines: [line.replace(/^\s*(?:[-*+]|\d{1,9}[.)])\s+/, '')],
      });
    } else if (line.trim() !== '') items.at(-1)?.lines.push(line.trim());
  }
  const [node] = listsOf(items);
  return node as Node;
}

function listsOf(items: readonly Item[]): Node[] {
  const [first] = items;
  if (!first) return [];
  const groups: Item[][] = [];
  for (const item of items) {
    if (groups.length > 0 && item.indent >= first.indent + 2) groups.at(-1)?.push(item);
    else groups.push([item]);
  }
  const nodes = groups.map(([item, ...nested]) =>
    schema.node('list_item', null, [...(item?.lines ?? ['']).map(paragraphOf), ...listsOf(nested)]),
  );
  return [
    first.number === undefined
      ? schema.node('bullet_list', null, nodes)
      : schema.node('ordered_list', { start: first.number }, nodes),
  ];
}

const MARKS = ['bold', 'italic', 'strike', 'code'] as const;

function inlineNodes(line: string, marks: readonly Mark[] = []): Node[] {
  return inlinesOf(line).flatMap((part) => {
    if (typeof part === 'string') return [schema.text(part, marks)];
    const { kind, text, href } = part;
    if (kind === 'link') {
      const address = hrefOf(href);
      const mark = address === undefined ? undefined : schema.mark('link', { href: address });
      return [schema.text(text, mark?.addToSet(marks) ?? marks)];
    }
    const inner = schema.mark(MARKS.find((name) => name === kind) ?? 'code').addToSet(marks);
    return kind === 'code' ? [schema.text(text, inner)] : inlineNodes(text, inner);
  });
}
