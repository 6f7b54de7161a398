import { keymap } from 'prosemirror-keymap';
import { Fragment, type Node, type NodeType, Slice } from 'prosemirror-model';
import { type Command, type EditorState, Plugin, TextSelection } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';
import { schema } from '../chat/editor/schema.ts';

const {
  table: tableType,
  table_row: rowType,
  table_cell: cellType,
  table_header: headType,
  paragraph,
} = schema.nodes as Record<string, NodeType>;

interface Place {
  row: number;
  column: number;
}

interface CurrentTable extends Place {
  table: Node;
  pos: number;
}

/** Each row has the same number of cells. */
type Rows = Node[][];

const blank = () => (cellType as NodeType).create(null, (paragraph as NodeType).create());
const blanks = (count: number) => Array.from({ length: count }, blank);
const widthOf = (rows: Rows) => Math.max(0, ...rows.map(({ length }) => length));

export function tableAt({ selection: { $head } }: EditorState): CurrentTable | undefined {
  for (let depth = $head.depth; depth > 0; depth--)
    if ($head.node(depth).type === tableType)
      return {
        table: $head.node(depth),
        pos: $head.before(depth),
        row: $head.index(depth),
        column: $head.index(depth + 1),
      };
  return undefined;
}

function rowsOf({ children }: Node): Rows {
  const rows = children.map((row) => [...row.children]);
  const width = widthOf(rows);
  return rows.map((cells) => [...cells, ...blanks(width - cells.length)]);
}

/** In Markdown, the first row is the head. */
function tableOf(rows: Rows, alignment = ''): Node {
  return schema.node(
    'table',
    { alignment },
    rows.map((cells, row) => {
      const type = (row === 0 ? headType : cellType) as NodeType;
      return (rowType as NodeType).create(
        null,
        cells.map((cell) => type.create(null, cell.content)),
      );
    }),
  );
}

/** The start of the text in a cell. */
function positionIn(table: Node, pos: number, { row, column }: Place): number {
  let at = pos + 1;
  for (let index = 0; index < row; index++) at += table.child(index).nodeSize;
  at += 1;
  for (let index = 0; index < column; index++) at += table.child(row).child(index).nodeSize;
  return at + 1;
}

/** @param change returns the cell to go to, or undefined to delete the table */
function changed(change: (rows: Rows, place: Place, alignment: string[]) => Place | undefined): Command {
  return (state, dispatch) => {
    const current = tableAt(state);
    if (!current) return false;
    if (!dispatch) return true;
    const { table, pos } = current;
    const rows = rowsOf(table);
    const alignment = String(table.attrs.alignment).match(/:?-+:?/g) ?? [];
    const place = change(rows, current, alignment);
    const { tr } = state;
    if (!place || widthOf(rows) === 0) {
      tr.replaceWith(pos, pos + table.nodeSize, (paragraph as NodeType).create());
      dispatch(tr.setSelection(TextSelection.create(tr.doc, pos + 1)).scrollIntoView());
      return true;
    }
    const next = tableOf(rows, alignment.length > 0 ? `| ${alignment.join(' | ')} |` : '');
    tr.replaceWith(pos, pos + table.nodeSize, next);
    const to = {
      row: Math.min(place.row, rows.length - 1),
      column: Math.min(place.column, widthOf(rows) - 1),
    };
    tr.setSelection(TextSelection.near(tr.doc.resolve(positionIn(next, pos, to))));
    dispatch(tr.scrollIntoView());
    return true;
  };
}

/** @param offset 0 to insert above, 1 to insert below */
export const insertRow = (offset: 0 | 1): Command =>
  changed((rows, { row, column }) => {
    rows.splice(row + offset, 0, blanks(widthOf(rows)));
    return { row: row + offset, column };
  });

/** @param offset 0 to insert before, 1 to insert after */
export const insertColumn = (offset: 0 | 1): Command =>
  changed((rows, { row, column }, alignment) => {
    for (const cells of rows) cells.splice(column + offset, 0, blank());
    if (alignment.length > 0) alignment.splice(column + offset, 0, '---');
    return { row, column: column + offset };
  });

export const deleteRow: Command = changed((rows, { row, column }) => {
  rows.splice(row, 1);
  return rows.length === 0 ? undefined : { row, column };
});

export const deleteColumn: Command = changed((rows, { row, column }, alignment) => {
  for (const cells of rows) cells.splice(column, 1);
  alignment.splice(column, 1);
  return { row, column };
});

export const deleteTable: Command = changed(() => undefined);

const SIZE = { rows: 3, columns: 3 };

export const insertTable: Command = (state, dispatch) => {
  if (tableAt(state)) return false;
  if (!dispatch) return true;
  const { $from, to: end } = state.selection;
  const block = $from.depth > 0 ? $from.node(1) : undefined;
  const isEmpty = block?.type === paragraph && block?.content.size === 0;
  const to = block ? $from.after(1) : end;
  const from = isEmpty ? $from.before(1) : to;
  const table = tableOf(Array.from({ length: SIZE.rows }, () => blanks(SIZE.columns)));
  const isLast = to === state.doc.content.size;
  const { tr } = state;
  tr.replaceWith(from, to, isLast ? [table, (paragraph as NodeType).create()] : table);
  const first = positionIn(table, from, { row: 0, column: 0 });
  dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(first))).scrollIntoView());
  return true;
};

/** Goes to the next row, and adds one below the last. */
const nextRow: Command = (state, dispatch, view) => {
  const current = tableAt(state);
  if (!current) return false;
  const { table, pos, row, column } = current;
  if (row === table.childCount - 1) return insertRow(1)(state, dispatch, view);
  const next = { row: row + 1, column: Math.min(column, table.child(row + 1).childCount - 1) };
  const place = state.doc.resolve(positionIn(table, pos, next));
  dispatch?.(state.tr.setSelection(TextSelection.near(place)).scrollIntoView());
  return true;
};

/** Other cells are left to the keys of all editors. */
const addRowAfterLastCell: Command = (state, dispatch, view) => {
  const current = tableAt(state);
  if (!current) return false;
  const { table, row, column } = current;
  if (row < table.childCount - 1 || column < table.child(row).childCount - 1) return false;
  return changed((rows) => {
    rows.push(blanks(widthOf(rows)));
    return { row: row + 1, column: 0 };
  })(state, dispatch, view);
};

const deleteBlankRow: Command = (state, dispatch, view) => {
  const current = tableAt(state);
  if (!current || !state.selection.empty || current.column > 0) return false;
  if (current.table.child(current.row).textContent !== '' || state.selection.$head.parentOffset > 0)
    return false;
  return changed((rows, { row }) => {
    rows.splice(row, 1);
    return rows.length === 0 ? undefined : { row: Math.max(0, row - 1), column: widthOf(rows) - 1 };
  })(state, dispatch, view);
};

export const tableOfLines = (text: string): Node | undefined => {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n');
  if (!lines.every((line) => line.includes('\t'))) return undefined;
  const cellOf = (words: string) =>
    (cellType as NodeType).create(
      null,
      (paragraph as NodeType).create(null, words.trim() === '' ? null : schema.text(words.trim())),
    );
  return tableOf(rowsOf(tableOf(lines.map((line) => line.split('\t').map(cellOf)))));
};

/** Fills cells from the current one, and adds rows and columns where the table is too small. */
export const fillCells = (pasted: Node): Command =>
  changed((rows, { row, column }, alignment) => {
    const added = rowsOf(pasted);
    const width = Math.max(widthOf(rows), column + widthOf(added));
    while (rows.length < row + added.length) rows.push([]);
    for (const cells of rows) cells.push(...blanks(width - cells.length));
    while (alignment.length > 0 && alignment.length < width) alignment.push('---');
    for (const [index, cells] of added.entries()) rows[row + index]?.splice(column, cells.length, ...cells);
    return { row: row + added.length - 1, column: column + widthOf(added) - 1 };
  });

/** For screen readers, a header without words names nothing. */
function blankHeaders(doc: Node): Decoration[] {
  const found: Decoration[] = [];
  doc.descendants((node, pos) => {
    if (node.type === headType && node.textContent === '')
      found.push(Decoration.node(pos, pos + node.nodeSize, { role: 'cell' }));
    return !node.isTextblock;
  });
  return found;
}

const isTable = ({ type }: Node) => type === tableType;

export const tables = (): Plugin[] => [
  keymap({
    Enter: nextRow,
    Tab: addRowAfterLastCell,
    Backspace: deleteBlankRow,
    'Alt-Shift-ArrowUp': insertRow(0),
    'Alt-Shift-ArrowDown': insertRow(1),
    'Alt-Shift-ArrowLeft': insertColumn(0),
    'Alt-Shift-ArrowRight': insertColumn(1),
    'Alt-Shift-Backspace': deleteRow,
    'Alt-Shift-Delete': deleteColumn,
  }),
  new Plugin({
    props: {
      decorations: ({ doc }) => DecorationSet.create(doc, blankHeaders(doc)),
      transformPasted(slice) {
        const { content } = slice;
        if (!content.content.some(isTable)) return slice;
        const blocks = content.content.map((block) => (isTable(block) ? tableOf(rowsOf(block)) : block));
        return new Slice(Fragment.from(blocks), 0, 0);
      },
      handlePaste(view, _event, { content }) {
        const { state } = view;
        if (!tableAt(state) || !content.content.some(isTable)) return false;
        const { firstChild, childCount } = content;
        // Markdown has no table within a table.
        if (childCount === 1 && firstChild) return fillCells(firstChild)(state, view.dispatch);
        view.dispatch(state.tr.insertText(content.textBetween(0, content.size, ' ')).scrollIntoView());
        return true;
      },
    },
  }),
];
