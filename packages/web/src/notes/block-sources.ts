import type { Node } from 'prosemirror-model';

/** Maps nodes to their original Markdown. A changed node is a new object, so it has none. */
const sources = new WeakMap<Node, string>();

export const sourceOfBlock = (block: Node): string | undefined => sources.get(block);

export function withSource(block: Node, source: string): Node {
  sources.set(block, source);
  return block;
}
