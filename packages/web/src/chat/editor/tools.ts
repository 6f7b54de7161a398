import { lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands';
import type { MarkType, NodeType } from 'prosemirror-model';
import { liftListItem, wrapInList } from 'prosemirror-schema-list';
import type { Command, EditorState } from 'prosemirror-state';
import { linesOf } from './read-bbcode.ts';
import { hrefOf, schema } from './schema.ts';

export interface Tool {
  name: string;
  label: string;
  path: string;
  key?: string | undefined;
  command: Command;
  isActive(state: EditorState): boolean;
}

const node = (name: string) => schema.nodes[name] as NodeType;
const mark = (name: string) => schema.marks[name] as MarkType;

export const toggle = (name: string): Command => toggleMark(mark(name));

export function hasMark({ selection, storedMarks, doc }: EditorState, name: string): boolean {
  const { from, to, $from, empty } = selection;
  if (empty) return mark(name).isInSet(storedMarks ?? $from.marks()) !== undefined;
  return doc.rangeHasMark(from, to, mark(name));
}

function depthOf({ selection }: EditorState, ...names: string[]): number {
  const { $from } = selection;
  for (let depth = $from.depth; depth > 0; depth--)
    if (names.includes($from.node(depth).type.name)) return depth;
  return 0;
}

const LISTS = ['bullet_list', 'ordered_list'];

export const isInList = (state: EditorState, name: string): boolean => {
  const depth = depthOf(state, ...LISTS);
  return depth > 0 && state.selection.$from.node(depth).type.name === name;
};
export const isInside = (state: EditorState, name: string): boolean => depthOf(state, name) > 0;

export const toggleList =
  (name: string): Command =>
  (state, dispatch, view) => {
    if (isInList(state, name)) return liftListItem(node('list_item'))(state, dispatch, view);
    const depth = depthOf(state, ...LISTS);
    if (depth === 0) return wrapInList(node(name))(state, dispatch, view);
    dispatch?.(state.tr.setNodeMarkup(state.selection.$from.before(depth), node(name)));
    return true;
  };

export const toggleQuote: Command = (state, dispatch, view) =>
  isInside(state, 'blockquote') ? lift(state, dispatch) : wrapIn(node('blockquote'))(state, dispatch, view);

export const toggleCodeBlock: Command = (state, dispatch, view) => {
  const { $from, $to } = state.selection;
  if ($from.parent.type === node('code_block')) {
    dispatch?.(state.tr.replaceWith($from.before(), $from.after(), linesOf($from.parent.textContent)));
    return true;
  }
  const range = $from.blockRange($to);
  if (!range || $from.sameParent($to) || !range.parent.type.contentMatch.matchType(node('code_block')))
    return setBlockType(node('code_block'))(state, dispatch, view);
  const text = state.doc.textBetween(range.start, range.end, '\n');
  dispatch?.(
    state.tr.replaceWith(range.start, range.end, node('code_block').create(null, schema.text(text))),
  );
  return true;
};

export function linkAt({ selection }: EditorState): { href: string; from: number; to: number } | undefined {
  const { $from } = selection;
  const linkOf = (index: number) => mark('link').isInSet($from.parent.maybeChild(index)?.marks ?? []);
  const index = linkOf($from.index()) || $from.textOffset > 0 ? $from.index() : $from.index() - 1;
  const link = linkOf(index);
  if (!link) return undefined;
  let [first, last] = [index, index];
  while (linkOf(first - 1)?.eq(link)) first--;
  while (linkOf(last + 1)?.eq(link)) last++;
  return { href: link.attrs.href, from: $from.posAtIndex(first), to: $from.posAtIndex(last + 1) };
}

export function addressOf(typed: string): string | undefined {
  const address = typed.trim();
  if (/^[^\s@/:]+@[^\s@/:]+$/.test(address)) return hrefOf(`mailto:${address}`);
  return hrefOf(address) ?? (/^[^\s/:]+\.[^\s:]+$/.test(address) ? hrefOf(`https://${address}`) : undefined);
}

/** Removes the link if `href` is undefined. Without a selection or link, inserts the address. */
export const setLink =
  (href: string | undefined): Command =>
  (state, dispatch) => {
    const { selection, tr } = state;
    const { from, to } = selection.empty ? (linkAt(state) ?? selection) : selection;
    if (href !== undefined && from === to) tr.insertText(href, from);
    const end = from === to && href !== undefined ? from + href.length : to;
    tr.removeMark(from, end, mark('link'));
    if (href !== undefined) tr.addMark(from, end, mark('link').create({ href }));
    dispatch?.(tr.removeStoredMark(mark('link')).scrollIntoView());
    return true;
  };
