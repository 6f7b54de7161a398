import type { Node } from 'prosemirror-model';

/**
 * The Markdown from which a block was read. The editor replaces the node of a block that changes, so that all others
 * are written as they were.
 */
const sources = new WeakMap<Node, string>();

export const sourceOfBlock = (block: Node): string | undefined => sources.get(block);

export function withSource(block: Node, source: string): Node {
  sources.set(block, source);
  return block;
}
