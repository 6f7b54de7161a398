import type { ComponentChildren } from 'preact';
import { Glyph } from '../../design/glyph.tsx';
import { Lines } from '../../design/icon.tsx';
import { chat as chatText } from '../../strings/messages/chat.ts';
import { chatTools as text } from '../../strings/messages/chat-tools.ts';
import type { Editor } from './create-editor.ts';
import type { EditorFormat } from './format.ts';
import {
  hasMark,
  isInList,
  isInside,
  type Tool,
  toggle,
  toggleCodeBlock,
  toggleList,
  toggleQuote,
} from './tools.ts';

type ToolName = Exclude<
  keyof typeof text.editor,
  'link' | 'address' | 'setLink' | 'removeLink' | 'wrongAddress'
>;

interface MessageTool extends Omit<Tool, 'label'> {
  name: ToolName;
}

const markTool = (
  name: 'bold' | 'italic' | 'underline' | 'strike' | 'code',
  key: string | undefined,
  path: string,
): MessageTool => ({
  name,
  path,
  key,
  command: toggle(name),
  isActive: (state) => hasMark(state, name),
});

const MARKS: readonly MessageTool[] = [
  markTool('bold', 'B', 'M7 4.5h6a3.7 3.7 0 0 1 0 7.5H7ZM7 12h7a3.8 3.8 0 0 1 0 7.5H7Z'),
  markTool('italic', 'I', 'M10 4.5h8M6 19.5h8M14.5 4.5l-5 15'),
  markTool('underline', 'U', 'M7 4v7a5 5 0 0 0 10 0V4M6 20h12'),
  markTool(
    'strike',
    undefined,
    'M4 12h16M16.5 8c-.3-2.2-2-3.5-4.5-3.5-2.6 0-4.5 1.3-4.5 3.5 0 1.2.6 2 1.5 2.6M7.2 15.5c.3 2.5 2.1 4 4.8 4s4.8-1.400 4.800-3.800c0-.7-.2-1.300-.5-1.700',
  ),
  markTool('code', 'E', 'm8.5 7-5 5 5 5M15.5 7l5 5-5 5'),
];

const BLOCKS: readonly MessageTool[] = [
  {
    name: 'bullets',
    path: 'M9 6h11M9 12h11M9 18h11M4.5 6v0M4.5 12v0M4.5 18v0',
    command: toggleList('bullet_list'),
    isActive: (state) => isInList(state, 'bullet_list'),
  },
  {
    name: 'numbers',
    path: 'M10 6h10M10 12h10M10 18h10M4 4.500l1.500-.8V9M3.600 15.500c.3-1.500 2.900-1.500 2.900.2 0 1.200-2.700 2.300-2.900 3.800h3',
    command: toggleList('ordered_list'),
    isActive: (state) => isInList(state, 'ordered_list'),
  },
  {
    name: 'quote',
    path: 'M4 6v12M9 8h11M9 12h11M9 16h7',
    command: toggleQuote,
    isActive: (state) => isInside(state, 'blockquote'),
  },
  {
    name: 'codeBlock',
    path: 'M3.500 4.500h17v15h-17ZM8 9l-2.500 3L8 15M16 9l2.500 3L16 15M13 8.500l-2 7',
    command: toggleCodeBlock,
    isActive: (state) => isInside(state, 'code_block'),
  },
];

const labelled = (tools: readonly MessageTool[]): Tool[] =>
  tools.map((tool) => ({ ...tool, label: text.editor[tool.name] }));

export const blockTools = (): Tool[] => labelled(BLOCKS);

interface ToolbarProps {
  editor: Editor;
  format: EditorFormat;
  link: () => void;
  children: ComponentChildren;
}

export function Toolbar({ editor, format, link, children }: ToolbarProps) {
  const { value: state } = editor.state;
  const button = ({ name, label, path, key, command, isActive }: Tool) => (
    <ToolButton
      key={name}
      label={label}
      shortcut={key}
      isOn={isActive(state)}
      isFirst={name === 'bold'}
      run={() => editor.run(command)}
    >
      <Lines d={path} />
    </ToolButton>
  );
  return (
    <div class="toolbar" role="toolbar" aria-label={chatText.composer.format} onKeyDown={moveByArrows}>
      {labelled(MARKS)
        .filter(({ name }) => !format.omitted.includes(name))
        .map(button)}
      <ToolButton label={text.editor.link} shortcut="K" isOn={hasMark(state, 'link')} run={link}>
        <Glyph name="link" />
      </ToolButton>
      {blockTools().map(button)}
      {format.tools.map(button)}
      {children}
    </div>
  );
}

interface ToolButtonProps {
  label: string;
  shortcut?: string | undefined;
  isOn: boolean;
  isFirst?: boolean;
  run: () => void;
  children: ComponentChildren;
}

function ToolButton({ label, shortcut, isOn, isFirst = false, run, children }: ToolButtonProps) {
  return (
    <button
      type="button"
      class="tool"
      tabIndex={isFirst ? 0 : -1}
      aria-label={label}
      title={shortcut ? `${label} (Ctrl+${shortcut})` : label}
      aria-pressed={isOn}
      onPointerDown={(event) => event.preventDefault()}
      onClick={run}
    >
      {children}
    </button>
  );
}

function moveByArrows(event: KeyboardEvent): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const all = [...(event.currentTarget as HTMLElement).querySelectorAll('button')];
  all[(all.indexOf(event.target as HTMLButtonElement) + step + all.length) % all.length]?.focus();
}
