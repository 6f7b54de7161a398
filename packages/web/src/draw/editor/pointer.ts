import type { StageHandle } from '../../viewer/stage.tsx';
import type { Gesture, PointPressed } from './drawing.ts';
import type { Editor } from './editor.ts';
import { beginGesture } from './gestures.ts';
import { type Handle, resize } from './selecting.ts';

/** In CSS pixels. Wider contacts are palms. */
const PALM = 60;

/**
 * Turns pointer events into gestures. One pointer draws at a time. A second finger cancels the first one's gesture, and
 * pans and zooms. After a pen was used, fingers no longer draw.
 */
export function createPointerInput(editor: Editor, stage: () => StageHandle | undefined) {
  let gesture: { pointerId: number; doing: Gesture<PointerEvent> } | undefined;
  let isPenUsed = false;
  const touches = new Set<number>();

  const cancel = () => {
    gesture?.doing.cancel();
    gesture = undefined;
  };

  function begin(event: PointerEvent, scale: number): Gesture<PointerEvent> | undefined {
    const pressed: PointPressed = { at: stage()?.toPage(event) ?? { x: 0, y: 0 }, event };
    const handle = (event.target as Element).closest<SVGElement>('[data-handle]')?.dataset.handle;
    if (handle) return resize(editor, handle as Handle);
    return beginGesture(editor, pressed, scale);
  }

  function pan({ clientX, clientY }: PointerEvent): Gesture<PointerEvent> {
    let [x, y] = [clientX, clientY];
    return {
      move(_at, event) {
        stage()?.scrollBy(x - event.clientX, y - event.clientY);
        [x, y] = [event.clientX, event.clientY];
      },
      end() {},
      cancel() {},
    };
  }

  return {
    down(event: PointerEvent): void {
      editor.crosshair.value = undefined;
      const isTouch = event.pointerType === 'touch';
      if (event.pointerType === 'pen') isPenUsed = true;
      if (isTouch) {
        touches.add(event.pointerId);
        if (touches.size > 1) {
          cancel();
          return;
        }
        if (isPenUsed ? gesture !== undefined : Math.max(event.width, event.height) > PALM) return;
      } else if (event.button !== 0) return;
      if (gesture) return;
      const isPan = editor.tool.peek() === 'hand' || (isTouch && isPenUsed);
      // The stage handles mouse panning.
      if (isPan && !isTouch) return;
      // A press elsewhere ends text editing.
      if (editor.writing.peek()) return;
      event.preventDefault();
      const surface = event.currentTarget as HTMLElement;
      surface.focus({ preventScroll: true });
      const doing = isPan ? pan(event) : begin(event, stage()?.scale.peek() ?? 1);
      if (!doing) return;
      surface.setPointerCapture(event.pointerId);
      gesture = { pointerId: event.pointerId, doing };
    },
    move(event: PointerEvent): void {
      const drawn = stage();
      if (!drawn) return;
      editor.live.sendPointer(drawn.toPage(event));
      if (gesture?.pointerId !== event.pointerId) return;
      const all = event.getCoalescedEvents?.() ?? [];
      for (const each of all.length > 0 ? all : [event]) gesture.doing.move(drawn.toPage(each), each);
    },
    up(event: PointerEvent): void {
      touches.delete(event.pointerId);
      if (gesture?.pointerId !== event.pointerId) return;
      const { doing } = gesture;
      gesture = undefined;
      doing.end();
    },
    cancel(event: PointerEvent): void {
      touches.delete(event.pointerId);
      if (gesture?.pointerId === event.pointerId) cancel();
    },
    leave(): void {
      editor.live.sendPointer(undefined);
    },
    giveUp(): boolean {
      const wasBusy = gesture !== undefined;
      cancel();
      return wasBusy;
    },
  };
}
