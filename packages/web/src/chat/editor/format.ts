import { DOMParser, type Node, type Slice, type TagParseRule } from 'prosemirror-model';
import type { Plugin } from 'prosemirror-state';
import { markdownRules } from './input-rules.ts';
import { cleanMessageMarkup, textSlice } from './paste.ts';
import { documentOf } from './read-bbcode.ts';
import { schema } from './schema.ts';
import type { Tool } from './tools.ts';
import { sourceOf } from './write-bbcode.ts';

export interface EditorFormat {
  read(source: string): Node;
  write(doc: Node): string;
  readPasted(text: string, isPlain: boolean): Slice;
  cleanMarkup(html: string): string;
  parser: DOMParser;
  plugins: readonly Plugin[];
  omitted: readonly string[];
  tools: readonly Tool[];
  /** True if several users can edit the source at the same time. */
  isShared: boolean;
}

export const parserWithout = (isLeftOut: (rule: TagParseRule) => boolean): DOMParser =>
  new DOMParser(
    schema,
    DOMParser.fromSchema(schema).rules.filter((rule) => !isLeftOut(rule as TagParseRule)),
  );

export const messageFormat: EditorFormat = {
  read: documentOf,
  write: sourceOf,
  readPasted: textSlice,
  cleanMarkup: cleanMessageMarkup,
  parser: parserWithout(({ node }) => node === 'heading' || node === 'horizontal_rule'),
  plugins: [markdownRules()],
  omitted: [],
  tools: [],
  isShared: false,
};
