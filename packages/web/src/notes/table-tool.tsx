import { useState } from 'preact/hooks';
import type { Editor } from '../chat/editor/create-editor.ts';
import type { Tool } from '../chat/editor/tools.ts';
import { Lines } from '../design/icon.tsx';
import { Menu, type MenuItem } from '../design/menu.tsx';
import { notes as text } from '../strings/messages/notes.ts';
import {
  deleteColumn,
  deleteRow,
  deleteTable,
  insertColumn,
  insertRow,
  insertTable,
  tableAt,
} from './tables.ts';

export const tableTool: Tool = {
  name: 'table',
  get label() {
    return text.table.label;
  },
  path: 'M4 5h16v14H4ZM4 10h16M4 14.5h16M10 5v14',
  command: insertTable,
  isActive: (state) => tableAt(state) !== undefined,
};

export function TableTool({ editor }: { editor: Editor }) {
  const [menu, setMenu] = useState<{ x: number; y: number }>();
  const isInTable = tableTool.isActive(editor.state.value);
  const item = (label: string, command: Parameters<Editor['run']>[0], danger = false): MenuItem => ({
    label,
    danger,
    act: () => editor.run(command),
  });
  return (
    <>
      <button
        type="button"
        class="tool"
        tabIndex={-1}
        aria-label={tableTool.label}
        title={tableTool.label}
        {...(isInTable && { 'aria-haspopup': 'menu', 'aria-expanded': menu !== undefined })}
        onPointerDown={(event) => event.preventDefault()}
        onClick={({ currentTarget }) => {
          if (!isInTable) return editor.run(insertTable);
          const { left, bottom } = currentTarget.getBoundingClientRect();
          setMenu({ x: left, y: bottom + 4 });
        }}
      >
        <Lines d={tableTool.path} />
      </button>
      {menu && (
        <Menu
          label={text.table.label}
          at={menu}
          close={() => setMenu(undefined)}
          items={[
            item(text.table.rowAbove, insertRow(0)),
            item(text.table.rowBelow, insertRow(1)),
            item(text.table.columnBefore, insertColumn(0)),
            item(text.table.columnAfter, insertColumn(1)),
            { line: true },
            item(text.table.deleteRow, deleteRow, true),
            item(text.table.deleteColumn, deleteColumn, true),
            item(text.table.deleteTable, deleteTable, true),
          ]}
        />
      )}
    </>
  );
}
