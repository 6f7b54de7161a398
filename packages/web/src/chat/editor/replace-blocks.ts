import type { Node } from 'prosemirror-model';
import type { EditorState, Transaction } from 'prosemirror-state';

/**
 * Replaces only the blocks between the first and the last change, so that a caret elsewhere does not move. Undo
 * skips this change.
 */
export function replaceBlocks(
  { doc, tr, schema }: EditorState,
  next: Node,
  write: (doc: Node) => string,
): Transaction {
  const sourceOf = (block: Node) => write(schema.node('doc', null, [block]));
  const isSame = (one: Node, other: Node) => one.eq(other) && sourceOf(one) === sourceOf(other);
  const before = doc.children;
  const after = next.children;
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && isSame(before[head] as Node, after[head] as Node)) head++;
  let tail = 0;
  while (tail < most - head && isSame(before.at(-1 - tail) as Node, after.at(-1 - tail) as Node)) tail++;
  const sizeOf = (blocks: readonly Node[]) => blocks.reduce((size, { nodeSize }) => size + nodeSize, 0);
  const from = sizeOf(before.slice(0, head));
  const to = doc.content.size - sizeOf(before.slice(before.length - tail));
  return tr.replaceWith(from, to, after.slice(head, after.length - tail)).setMeta('addToHistory', false);
}
