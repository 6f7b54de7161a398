import { InputRule, inputRules } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import type { Node, NodeType } from 'prosemirror-model';
import { liftListItem, splitListItem } from 'prosemirror-schema-list';
import { type Command, type EditorState, Plugin } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';
import { schema } from '../chat/editor/schema.ts';
import { isInList, toggleList } from '../chat/editor/tools.ts';

/** In the document, the box of a task is text, as in Markdown. */
const BOX = /^\[([ xX])\] /;
const OPEN = '[ ] ';

const listItem = schema.nodes.list_item as NodeType;

const boxOf = ({ type, firstChild }: Node): { isDone: boolean } | undefined => {
  const match = type === listItem ? BOX.exec(firstChild?.textContent ?? '') : null;
  return match ? { isDone: match[1] !== ' ' } : undefined;
};

interface Line {
  /** The position of the first character. */
  start: number;
  isDone: boolean | undefined;
}

/** The first line of the innermost list item, if the caret is in it. */
function lineAt({ selection: { $from, $to } }: EditorState): Line | undefined {
  const item = $from.node(-1);
  if (!$from.sameParent($to) || item?.type !== listItem || $from.index(-1) > 0) return undefined;
  return { start: $from.start(), isDone: boxOf(item)?.isDone };
}

export const isTask = (state: EditorState): boolean => lineAt(state)?.isDone !== undefined;

/** Adds a box, and a list if there is none. Removes the box of a task. */
export const toggleTask: Command = (state, dispatch, view) => {
  const line = lineAt(state);
  if (line) {
    const { tr } = state;
    dispatch?.(
      line.isDone === undefined
        ? tr.insertText(OPEN, line.start)
        : tr.delete(line.start, line.start + OPEN.length),
    );
    return true;
  }
  if (isInList(state, 'bullet_list')) return false;
  return toggleList('bullet_list')(
    state,
    dispatch &&
      ((tr) =>
        dispatch(
          tr.selection.$from.sameParent(tr.selection.$to)
            ? tr.insertText(OPEN, tr.selection.$from.start())
            : tr,
        )),
    view,
  );
};

export const tick: Command = (state, dispatch) => {
  const line = lineAt(state);
  if (line?.isDone === undefined) return false;
  dispatch?.(state.tr.insertText(line.isDone ? ' ' : 'x', line.start + 1, line.start + 2));
  return true;
};

/** Enter begins another task, or removes the box of a task without words. */
export const nextTask: Command = (state, dispatch) => {
  const line = lineAt(state);
  const { $from, empty } = state.selection;
  if (line?.isDone === undefined || !empty || $from.parentOffset < OPEN.length) return false;
  if ($from.parent.content.size === OPEN.length) {
    dispatch?.(state.tr.delete(line.start, $from.pos));
    return true;
  }
  return splitListItem(listItem)(state, dispatch && ((tr) => dispatch(tr.insertText(OPEN))));
};

/** A task without words ends the list, as an item without words does. */
const continueOrEnd: Command = (state, dispatch, view) => {
  if (!nextTask(state, dispatch)) return false;
  if (view && view.state.selection.$from.parent.content.size === 0)
    liftListItem(listItem)(view.state, view.dispatch);
  return true;
};

const removeBox: Command = (state, dispatch) => {
  const line = lineAt(state);
  const { $from, empty } = state.selection;
  if (line?.isDone === undefined || !empty || $from.parentOffset > OPEN.length) return false;
  dispatch?.(state.tr.delete(line.start, line.start + OPEN.length));
  return true;
};

function decorate({ doc }: EditorState): DecorationSet {
  const boxes: Decoration[] = [];
  doc.descendants((node, pos) => {
    const box = boxOf(node);
    if (box) {
      const data = String(box.isDone);
      boxes.push(
        Decoration.node(pos, pos + node.nodeSize, { 'data-task': data }),
        Decoration.inline(pos + 2, pos + 5, { class: 'note-task', 'data-done': data }),
      );
    }
    return !node.isTextblock;
  });
  return DecorationSet.create(doc, boxes);
}

export const tasks = (): Plugin[] => [
  inputRules({
    rules: [
      // A task that was continued has a box already.
      new InputRule(/^(?:\[ \] )?\[([xX ]?)\] $/, (state, [, sign = ''], start, end) =>
        lineAt(state) ? state.tr.insertText(`[${sign || ' '}] `, start, end) : null,
      ),
    ],
  }),
  keymap({ Enter: continueOrEnd, Backspace: removeBox, 'Alt-Enter': tick }),
  new Plugin({
    props: {
      decorations: decorate,
      handleClick(view, _pos, { target }) {
        const box = target instanceof Element ? target.closest<HTMLElement>('.note-task') : null;
        if (!box) return false;
        const start = view.posAtDOM(box, 0);
        const isDone = box.dataset.done === 'true';
        view.dispatch(view.state.tr.insertText(isDone ? ' ' : 'x', start + 1, start + 2));
        return true;
      },
    },
  }),
];
