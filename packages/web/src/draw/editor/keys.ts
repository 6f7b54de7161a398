import { draw as text } from '../../strings/messages/draw.ts';
import type { StageHandle } from '../../viewer/stage.tsx';
import { boundsOf } from '../model/geometry.ts';
import {
  duplicate,
  nudge,
  removeSelected,
  reorder,
  selectAdjacent,
  selectSeveral,
  stretch,
  toggleFocused,
} from './commands.ts';
import type { Crosshair } from './crosshair.ts';
import type { Editor } from './editor.ts';
import { placeByKey, rewrite } from './placing.ts';
import { TOOL_KEYS, type Tool } from './tools.ts';

interface KeyTargets {
  stage(): StageHandle | undefined;
  choose(tool: Tool): void;
  cancelGesture(): boolean;
  cancelPending(): void;
  crosshair: Crosshair;
  close(): void;
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function pressKey(editor: Editor, event: KeyboardEvent, targets: KeyTargets): boolean {
  const { key, shiftKey, altKey } = event;
  const isCommand = event.ctrlKey || event.metaKey;
  const letter = key.toLowerCase();
  // These keys change the selection to which a pending gesture applies.
  if (['Tab', 'Enter', 'Delete'].includes(key)) targets.cancelPending();
  if (isCommand) return pressCommand(editor, letter, shiftKey);
  const arrow = ARROWS[key];
  if (arrow) return pressArrow(editor, arrow, event, targets.crosshair);
  switch (key) {
    case 'Tab':
      if (!selectAdjacent(editor, shiftKey ? -1 : 1)) return false;
      reveal(editor, targets.stage());
      return true;
    case 'Delete':
    case 'Backspace': // not shown
      removeSelected(editor);
      return true;
    case 'Escape':
      leave(editor, targets);
      return true;
    case 'Enter':
      return pressEnter(editor, targets.crosshair);
    case ' ':
      if (editor.tool.peek() === 'hand') return false;
      if (editor.tool.peek() === 'select' && !editor.crosshair.peek() && toggleFocused(editor)) return true;
      targets.crosshair.toggle();
      return true;
    case 'PageUp':
      reorder(editor, shiftKey ? 'front' : 'forward');
      return true;
    case 'PageDown':
      reorder(editor, shiftKey ? 'back' : 'backward');
      return true;
    case ']':
      reorder(editor, 'front');
      return true;
    case '[':
      reorder(editor, 'back');
      return true;
  }
  if (altKey || key.length !== 1) return false;
  const tool = (Object.keys(TOOL_KEYS) as Tool[]).find((each) => TOOL_KEYS[each] === letter);
  if (tool) targets.choose(tool);
  return tool !== undefined;
}

function pressCommand(editor: Editor, letter: string, isShift: boolean): boolean {
  switch (letter) {
    case 'z':
      if (isShift) editor.redo();
      else editor.undo();
      return true;
    case 'y':
      editor.redo();
      return true;
    case 'd':
      duplicate(editor);
      return true;
    case 'a':
      editor.selection.value = new Set(editor.shapes().map(({ uuid }) => uuid));
      editor.announce(text.selectedMany(editor.selection.peek().size));
      return true;
    default:
      return false;
  }
}

function pressArrow(
  editor: Editor,
  [x, y]: readonly [number, number],
  { shiftKey, altKey }: KeyboardEvent,
  crosshair: Crosshair,
): boolean {
  const tool = editor.tool.peek();
  if (editor.selection.peek().size === 0) {
    if (tool === 'hand') return false;
    const times = shiftKey ? 5 : altKey ? 0.1 : 1;
    crosshair.move(times * x, times * y);
    return true;
  }
  const step = (shiftKey ? 10 : 1) * editor.unit;
  if (altKey) stretch(editor, x * step, y * step);
  else nudge(editor, x * step, y * step);
  return true;
}

function leave(editor: Editor, { cancelGesture, crosshair, close }: KeyTargets): void {
  if (cancelGesture() || crosshair.cancelGesture()) return;
  editor.crosshair.value = undefined;
  if (editor.tool.peek() !== 'select') editor.tool.value = 'select';
  else if (editor.selection.peek().size > 0 || editor.isCollecting.peek()) {
    editor.selection.value = new Set();
    selectSeveral(editor, false);
  } else close();
}

function pressEnter(editor: Editor, crosshair: Crosshair): boolean {
  const [only, ...others] = editor.selected();
  if (only && others.length === 0 && (only.shape.kind === 'text' || only.shape.kind === 'note')) {
    rewrite(editor, only);
    return true;
  }
  if (editor.tool.peek() === 'select' || !editor.binder.canWrite.peek()) return false;
  placeByKey(editor, crosshair.at());
  editor.crosshair.value = undefined;
  return true;
}

function reveal(editor: Editor, stage: StageHandle | undefined): void {
  const focused = editor.focused.peek();
  const only = editor.shapes().find(({ uuid }) => uuid === focused) ?? editor.selected()[0];
  const box = only && boundsOf(only.shape);
  if (box) stage?.reveal({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
}
