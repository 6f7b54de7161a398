import type { Node } from 'prosemirror-model';

/**
 * Maps nodes to their original Markdown. The editor replaces a changed node by a new object, which has no
 * entry.
 */
const sources = new WeakMap<Node, string>();

export const sourceOfBlock = (block: Node): string | undefined => sources.get(block);

export function withSource(block: Node, source: string): Node {
  sources.set(block, source);
  return block;
}
