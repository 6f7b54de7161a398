import type { Node } from 'prosemirror-model';

/** Original Markdown by node. The editor replaces changed nodes, so others are written as before. */
const sources = new WeakMap<Node, string>();

export const sourceOfBlock = (block: Node): string | undefined => sources.get(block);

export function withSource(block: Node, source: string): Node {
  sources.set(block, source);
  return block;
}
