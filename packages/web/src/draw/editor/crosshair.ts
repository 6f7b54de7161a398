import { draw as text } from '../../strings/en/draw.ts';
import type { StageHandle } from '../../viewer/stage.tsx';
import type { Point } from '../model/shape.ts';
import type { Gesture, PointerPress } from './drawing.ts';
import type { Editor } from './editor.ts';
import { beginGesture } from './gestures.ts';

/** Page units (thousandths of the longer side) that the crosshair goes with a key. */
const STEP = 20;

/**
 * A pointer that is moved by keys: what is drawn by dragging is drawn by pressing, moving and letting go, too.
 * @param middle of what is seen of the page: there it begins
 */
export function createCrosshair(editor: Editor, stage: () => StageHandle | undefined, middle: () => Point) {
  let gesture: Gesture | undefined;
  const press = (isShift: boolean): PointerPress => ({
    pointerType: 'keyboard',
    pressure: 0,
    shiftKey: isShift,
  });

  function giveUp(): boolean {
    const wasBusy = gesture !== undefined;
    gesture?.cancel();
    gesture = undefined;
    return wasBusy;
  }

  return {
    /** Where it is, or would begin. */
    at: (): Point => editor.crosshair.peek() ?? middle(),
    /** Moves it by steps, a part of one for what has to be exact. */
    move(across: number, down: number): void {
      const { page, unit } = editor;
      const from = editor.crosshair.peek() ?? middle();
      const step = STEP * unit;
      const at = {
        x: Math.max(0, Math.min(page.width, from.x + across * step)),
        y: Math.max(0, Math.min(page.height, from.y + down * step)),
      };
      editor.crosshair.value = at;
      gesture?.move(at, press(false));
      editor.live.tellPointer(at);
      stage()?.reveal(at);
      const percent = (value: number, whole: number) => Math.round((100 * value) / whole);
      editor.say(text.crosshair(percent(at.x, page.width), percent(at.y, page.height)));
    },
    toggle(): void {
      if (gesture) {
        const doing = gesture;
        gesture = undefined;
        editor.say(text.penUp);
        doing.end();
        // What was drawn is selected now, and arrow keys move it.
        if (editor.tool.peek() === 'select') editor.crosshair.value = undefined;
        return;
      }
      const at = editor.crosshair.peek() ?? middle();
      editor.crosshair.value = at;
      gesture = beginGesture(editor, { at, event: press(false) }, stage()?.scale.peek() ?? 1);
      if (gesture) editor.say(text.penDown);
    },
    giveUp,
  };
}

export type Crosshair = ReturnType<typeof createCrosshair>;
