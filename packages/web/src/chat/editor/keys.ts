import {
  baseKeymap,
  chainCommands,
  createParagraphNear,
  exitCode,
  liftEmptyBlock,
  newlineInCode,
  setBlockType,
  splitBlock,
  toggleMark,
} from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import { undoInputRule } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import type { NodeType } from 'prosemirror-model';
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list';
import { type Command, type Plugin, Selection, TextSelection } from 'prosemirror-state';
import { schema } from './schema.ts';
import { linkAt } from './tools.ts';

const { paragraph, list_item: listItem, code_block: codeBlock } = schema.nodes as Record<string, NodeType>;

const leaveCode: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  const { parent, parentOffset } = $from;
  if (!empty || parent.type !== codeBlock || parentOffset < parent.content.size) return false;
  if (!parent.textContent.endsWith('\n')) return false;
  return exitCode(state.apply(state.tr.delete($from.pos - 1, $from.pos)), (tr) => {
    // One undo must revert both the deletion and the exit from the code block.
    const whole = state.tr.delete($from.pos - 1, $from.pos);
    for (const step of tr.steps) whole.step(step);
    dispatch?.(whole.setSelection(TextSelection.near(whole.doc.resolve(tr.selection.from))).scrollIntoView());
  });
};

/** Ignores Enter directly behind the backticks, because the code begins in the first line. */
const beginCode: Command = (state, dispatch) => {
  if (state.selection.$from.parent.type !== codeBlock || !undoInputRule(state)) return false;
  dispatch?.(state.tr.setSelection(state.selection));
  return true;
};

const newLine = chainCommands(
  beginCode,
  leaveCode,
  newlineInCode,
  splitListItem(listItem as NodeType),
  createParagraphNear,
  liftEmptyBlock,
  splitBlock,
);

const unwrapCode: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  if (!empty || $from.parent.type !== codeBlock || $from.parentOffset > 0) return false;
  return setBlockType(paragraph as NodeType)(state, dispatch);
};

const leaveBelow: Command = (state, dispatch, view) => {
  const { $head, empty } = state.selection;
  if (!empty || ($head.depth === 1 && $head.parent.type === paragraph)) return false;
  const isLast =
    Selection.atEnd(state.doc).$head.sameParent($head) || $head.after(1) === state.doc.content.size;
  if (!isLast || view?.endOfTextblock('down') === false) return false;
  if (Selection.near(state.doc.resolve($head.after()), 1).$head.pos > $head.after()) return false;
  const end = state.doc.content.size;
  const tr = state.tr.insert(end, (paragraph as NodeType).create());
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, end + 1)).scrollIntoView());
  return true;
};

const nextCell =
  (step: 1 | -1): Command =>
  (state, dispatch) => {
    const { $head } = state.selection;
    for (let depth = $head.depth; depth > 0; depth--) {
      if (!/^table_(?:cell|header)$/.test($head.node(depth).type.name)) continue;
      const edge = step > 0 ? $head.after(depth) : $head.before(depth);
      const found = Selection.findFrom(state.doc.resolve(edge), step, true);
      if (!found || !isInside(found, $head.before(depth - 2), $head.after(depth - 2))) return false;
      dispatch?.(state.tr.setSelection(found).scrollIntoView());
      return true;
    }
    return false;
  };

const isInside = ({ from, to }: Selection, start: number, end: number) => from > start && to < end;

const mark = (name: string) => toggleMark(schema.mark(name).type);

export const editorKeys = (link: () => void): Plugin[] => [
  keymap({
    'Mod-b': mark('bold'),
    'Mod-i': mark('italic'),
    'Mod-u': mark('underline'),
    'Mod-Shift-x': mark('strike'),
    'Mod-e': mark('code'),
    // Without a selection or link, the app's search handles the key.
    'Mod-k': (state) => {
      if (state.selection.empty && !linkAt(state)) return false;
      link();
      return true;
    },
    'Mod-z': undo,
    'Mod-y': redo,
    'Mod-Shift-z': redo,
    Enter: newLine,
    'Shift-Enter': newLine,
    Backspace: chainCommands(undoInputRule, unwrapCode),
    ArrowDown: leaveBelow,
    Tab: chainCommands(sinkListItem(listItem as NodeType), nextCell(1)),
    'Shift-Tab': chainCommands(liftListItem(listItem as NodeType), nextCell(-1)),
  }),
  keymap(baseKeymap),
];
