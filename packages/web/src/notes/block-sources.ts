import type { Node } from 'prosemirror-model';

/** The original Markdown of nodes. The editor replaces nodes that change, so the others keep theirs. */
const sources = new WeakMap<Node, string>();

export const sourceOfBlock = (block: Node): string | undefined => sources.get(block);

export function withSource(block: Node, source: string): Node {
  sources.set(block, source);
  return block;
}
