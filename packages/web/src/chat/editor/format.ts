import { DOMParser, type Node, type Slice, type TagParseRule } from 'prosemirror-model';
import type { Plugin } from 'prosemirror-state';
import { markdownRules } from './input-rules.ts';
import { textSlice } from './paste.ts';
import { documentOf } from './read-bbcode.ts';
import { schema } from './schema.ts';
import type { Tool } from './tools.ts';
import { sourceOf } from './write-bbcode.ts';

/** How an editor reads and writes its source. */
export interface EditorFormat {
  read(source: string): Node;
  write(doc: Node): string;
  /** @param isPlain whether the user asked for plain text */
  readPasted(text: string, isPlain: boolean): Slice;
  /** Reads what browsers show and paste. */
  parser: DOMParser;
  plugins: readonly Plugin[];
  /** The names of tools of messages that the format cannot write. */
  omitted: readonly string[];
  /** More tools, after those of messages. */
  tools: readonly Tool[];
  /** Whether others change the source while it is edited: the caret and the undo history stay. */
  isShared: boolean;
}

/** A parser of the schema without some rules. */
export const parserWithout = (isLeftOut: (rule: TagParseRule) => boolean): DOMParser =>
  new DOMParser(
    schema,
    DOMParser.fromSchema(schema).rules.filter((rule) => !isLeftOut(rule as TagParseRule)),
  );

/** Messages: BBCode. Pasted headings become bold. */
export const messageFormat: EditorFormat = {
  read: documentOf,
  write: sourceOf,
  readPasted: textSlice,
  parser: parserWithout(({ node }) => node === 'heading' || node === 'horizontal_rule'),
  plugins: [markdownRules()],
  omitted: [],
  tools: [],
  isShared: false,
};
