import assert from 'node:assert/strict';
import { bbcodeToHtml } from '@ringbinder/server/features/messages/richtext/bbcode.ts';
import fc from 'fast-check';
import type { Node } from 'prosemirror-model';
import { test } from 'vitest';
import { decoded, isRich } from '../bbcode.ts';
import { richDocument } from './testing/documents.ts';
import { sourceOf } from './write-bbcode.ts';

const BLOCKS: Readonly<Record<string, string>> = {
  blockquote: 'blockquote',
  center: 'text-align:center',
  code_block: 'pre',
  bullet_list: 'ul',
  ordered_list: 'ol',
  list_item: 'li',
  table_header: 'th',
  table_cell: 'td',
};
const MARKS: Readonly<Record<string, string>> = {
  bold: 'font-weight:bold',
  italic: 'font-style:italic',
  underline: 'text-decoration:underline',
  strike: 'text-decoration:line-through',
  code: 'pre',
};

/** One string for each visible character: its formatting, outermost first, and the character. */
type Characters = string[];

function charactersOf(node: Node, around: readonly string[] = []): Characters {
  if (!node.isText) {
    const name = BLOCKS[node.type.name];
    return node.children.flatMap((child) => charactersOf(child, name ? [...around, name] : around));
  }
  const marks = node.marks.map(({ type, attrs }) => {
    if (type.name === 'color') return `color:${attrs.value}`;
    if (type.name === 'size') return `font-size:${attrs.px}px`;
    return attrs.href ?? MARKS[type.name];
  });
  return visible(node.text ?? '', [...around, ...marks]);
}

const visible = (text: string, around: readonly string[]) =>
  [...text.replace(/\s/g, '')].map((character) => `${around.join(' ')} ${character}`);

function charactersInHtml(html: string): Characters {
  const around: string[] = [];
  const characters: Characters = [];
  for (const [, slash, tag, attributes = '', text = ''] of html.matchAll(/<(\/?)(\w+)([^>]*)>|([^<]+)/g)) {
    if (tag === undefined)
      characters.push(
        ...visible(
          decoded(text),
          around.filter((each) => each !== ''),
        ),
      );
    else if (slash) around.pop();
    else if (tag !== 'br') around.push(nameOf(tag, attributes));
  }
  return characters;
}

function nameOf(tag: string, attributes: string): string {
  if (['p', 'table', 'tr'].includes(tag)) return '';
  const [, value] = /(?:style|href)="([^"]*)"/.exec(attributes) ?? [];
  return value === undefined ? tag : decoded(value);
}

test('[CHAT-30] the server renders the BBCode of random documents as the editor shows them', () => {
  fc.assert(
    fc.property(richDocument, (doc) => {
      const source = sourceOf(doc);
      fc.pre(isRich(source));
      assert.deepEqual(charactersInHtml(bbcodeToHtml(source)), charactersOf(doc));
    }),
    { numRuns: 2_000 },
  );
});
