import { draw as text } from '../../strings/messages/draw.ts';
import type { StageHandle } from '../../viewer/stage.tsx';
import type { Point } from '../model/shape.ts';
import type { Editor } from './editor.ts';
import type { Gesture, PointerPress } from './gesture.ts';
import { beginGesture } from './gestures.ts';

/** Thousandths of the page's longer side per key press. */
const STEP = 20;

export function createCrosshair(editor: Editor, stage: () => StageHandle | undefined, middle: () => Point) {
  let gesture: Gesture | undefined;
  const press = (isShift: boolean): PointerPress => ({
    pointerType: 'keyboard',
    pressure: 0,
    shiftKey: isShift,
    ctrlKey: false,
    metaKey: false,
  });

  function cancelGesture(): boolean {
    const wasBusy = gesture !== undefined;
    gesture?.cancel();
    gesture = undefined;
    return wasBusy;
  }

  return {
    at: (): Point => editor.crosshair.peek() ?? middle(),
    move(across: number, down: number): void {
      const { page, unit } = editor;
      const from = editor.crosshair.peek() ?? middle();
      const step = STEP * unit;
      const at = {
        x: Math.max(0, Math.min(page.width, from.x + across * step)),
        y: Math.max(0, Math.min(page.height, from.y + down * step)),
      };
      editor.crosshair.value = at;
      (gesture ?? editor.pending.peek())?.move(at, press(false));
      editor.live.sendPointer(at);
      stage()?.reveal(at);
      const percent = (value: number, whole: number) => Math.round((100 * value) / whole);
      editor.announce(text.crosshair(percent(at.x, page.width), percent(at.y, page.height)));
    },
    toggle(): void {
      const doing = gesture ?? editor.pending.peek();
      if (doing) {
        gesture = undefined;
        editor.pending.value = undefined;
        editor.announce(text.penUp);
        doing.end();
        // Without a crosshair, the arrow keys move the new shape.
        if (editor.tool.peek() === 'select') editor.crosshair.value = undefined;
        return;
      }
      const at = editor.crosshair.peek() ?? middle();
      editor.crosshair.value = at;
      gesture = beginGesture(editor, { at, event: press(false) }, stage()?.scale.peek() ?? 1);
      if (gesture) editor.announce(text.penDown);
    },
    cancelGesture,
  };
}

export type Crosshair = ReturnType<typeof createCrosshair>;
