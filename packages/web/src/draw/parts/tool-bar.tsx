import { useRef, useState } from 'preact/hooks';
import { kindOf } from '../../binder/page-kind.ts';
import { Lines } from '../../design/icon.tsx';
import { Menu } from '../../design/menu.tsx';
import { draw as text } from '../../strings/messages/draw.ts';
import type { Editor } from '../editor/editor.ts';
import { stampNames, TOOL_KEYS, type Tool, tools } from '../editor/tools.ts';
import { ACTION_LINES, TOOL_LINES } from './tool-lines.ts';

interface ToolBarProps {
  editor: Editor;
  choose: (tool: Tool) => void;
  close: () => void;
}

export function ToolBar({ editor, choose, close }: ToolBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<{ x: number; y: number }>();
  const { tool, canUndo, canRedo, hasGrid, page, placeable } = editor;
  const mayChange = editor.binder.canWrite.value;
  const offered = mayChange ? tools : tools.filter((each) => each === 'select' || each === 'hand');
  return (
    <div
      class="draw-tools"
      role="toolbar"
      aria-label={text.toolbar}
      ref={bar}
      onKeyDown={(event) => bar.current && moveFocus(bar.current, event)}
    >
      <div class="draw-tool-row">
        {offered.map((each) => (
          <button
            key={each}
            type="button"
            class="tool"
            tabIndex={each === tool.value ? 0 : -1}
            aria-pressed={each === tool.value}
            aria-label={text.tools[each]}
            aria-keyshortcuts={TOOL_KEYS[each].toUpperCase()}
            title={text.toolWithKey(text.tools[each], TOOL_KEYS[each].toUpperCase())}
            onClick={({ currentTarget }) => {
              const { left, top, bottom } = currentTarget.getBoundingClientRect();
              choose(each);
              if (each === 'stamp') setMenu({ x: left, y: top > innerHeight / 2 ? top : bottom + 6 });
            }}
          >
            <Lines d={TOOL_LINES[each]} />
          </button>
        ))}
      </div>
      <div class="draw-tool-row">
        {mayChange && (
          <>
            <Action name="undo" label={text.undo} isOff={!canUndo.value} act={() => editor.undo()} />
            <Action name="redo" label={text.redo} isOff={!canRedo.value} act={() => editor.redo()} />
          </>
        )}
        {kindOf(page).isBoard && (
          <button
            type="button"
            class="tool"
            tabIndex={-1}
            aria-pressed={hasGrid.value}
            aria-label={text.grid}
            title={text.grid}
            onClick={() => {
              hasGrid.value = !hasGrid.value;
            }}
          >
            <Lines d={ACTION_LINES.grid} />
          </button>
        )}
        <button type="button" class="button compact primary" tabIndex={-1} onClick={close}>
          {text.done}
        </button>
      </div>
      {menu && (
        <Menu
          label={text.stampLabel}
          at={menu}
          close={() => setMenu(undefined)}
          items={stampNames.map((stamp) => ({
            label: text.stamps[stamp],
            kind: 'radio',
            isChecked: stamp === placeable.value.stamp,
            act: () => {
              placeable.value = { ...placeable.peek(), stamp };
            },
          }))}
        />
      )}
    </div>
  );
}

interface ActionProps {
  name: keyof typeof ACTION_LINES;
  label: string;
  isOff?: boolean;
  act: () => void;
}

export function Action({ name, label, isOff = false, act }: ActionProps) {
  return (
    <button
      type="button"
      class="tool"
      tabIndex={-1}
      aria-disabled={isOff}
      aria-label={label}
      title={label}
      onClick={() => !isOff && act()}
    >
      <Lines d={ACTION_LINES[name]} />
    </button>
  );
}

export function moveFocus(bar: HTMLElement, event: KeyboardEvent): void {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const buttons = [...bar.querySelectorAll<HTMLElement>('button')];
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  if (at === -1) return;
  event.preventDefault();
  event.stopPropagation();
  buttons[(at + step + buttons.length) % buttons.length]?.focus();
}
