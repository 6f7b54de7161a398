import { draw as text } from '../../strings/messages/draw.ts';
import type { StageHandle } from '../../viewer/stage.tsx';
import { CLICK } from './drawing.ts';
import type { Editor } from './editor.ts';
import type { Gesture, PointPressed } from './gesture.ts';
import { beginGesture } from './gestures.ts';
import { type Handle, resize } from './selecting.ts';

/** In CSS pixels. A palm's contact is wider. */
const PALM = 60;

/**
 * A second finger cancels the gesture, then pans and zooms. After the first use of a pen, fingers no longer
 * draw.
 */
export function createPointerInput(editor: Editor, stage: () => StageHandle | undefined) {
  let gesture: { pointerId: number; doing: Gesture<PointerEvent>; press: PointerEvent } | undefined;
  let isClick = false;
  let isPenUsed = false;
  const touches = new Set<number>();

  const cancel = () => {
    gesture?.doing.cancel();
    gesture = undefined;
  };

  const cancelPending = () => {
    const doing = editor.pending.peek();
    editor.pending.value = undefined;
    if (doing) editor.crosshair.value = undefined;
    doing?.cancel();
  };

  function resume(event: PointerEvent): Gesture<PointerEvent> | undefined {
    const doing = editor.pending.peek();
    const drawn = stage();
    editor.pending.value = undefined;
    if (drawn) doing?.move(drawn.toPage(event), event);
    return doing;
  }

  function begin(event: PointerEvent, scale: number): Gesture<PointerEvent> | undefined {
    const pending = resume(event);
    if (pending) return pending;
    const pressed: PointPressed = { at: stage()?.toPage(event) ?? { x: 0, y: 0 }, event };
    const handle = (event.target as Element).closest<SVGElement>('[data-handle]')?.dataset.handle;
    const doing = handle ? resize(editor, handle as Handle) : beginGesture(editor, pressed, scale);
    isClick = doing?.takesTwoPresses === true;
    return doing;
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
      if (editor.writing.peek()) return;
      event.preventDefault();
      const surface = event.currentTarget as HTMLElement;
      surface.focus({ preventScroll: true });
      isClick = false;
      const doing = isPan ? pan(event, stage) : begin(event, stage()?.scale.peek() ?? 1);
      if (!doing) return;
      surface.setPointerCapture(event.pointerId);
      gesture = { pointerId: event.pointerId, doing, press: event };
    },
    move(event: PointerEvent): void {
      const drawn = stage();
      if (!drawn) return;
      editor.live.sendPointer(drawn.toPage(event));
      if (!gesture) editor.pending.peek()?.move(drawn.toPage(event), event);
      if (gesture?.pointerId !== event.pointerId) return;
      const { clientX, clientY } = gesture.press;
      if (isClick && Math.hypot(event.clientX - clientX, event.clientY - clientY) < CLICK) return;
      isClick = false;
      const all = event.getCoalescedEvents?.() ?? [];
      for (const each of all.length > 0 ? all : [event]) gesture.doing.move(drawn.toPage(each), each);
    },
    up(event: PointerEvent): void {
      touches.delete(event.pointerId);
      if (gesture?.pointerId !== event.pointerId) return;
      const { doing, press } = gesture;
      gesture = undefined;
      if (!isClick) {
        doing.end();
        return;
      }
      editor.pending.value = doing;
      editor.crosshair.value = stage()?.toPage(press);
      editor.announce(text.pressEnd);
    },
    cancel(event: PointerEvent): void {
      touches.delete(event.pointerId);
      if (gesture?.pointerId === event.pointerId) cancel();
    },
    leave(): void {
      editor.live.sendPointer(undefined);
    },
    cancelGesture(): boolean {
      const wasBusy = gesture !== undefined || editor.pending.peek() !== undefined;
      cancel();
      cancelPending();
      return wasBusy;
    },
    cancelPending,
  };
}

function pan(
  { clientX, clientY }: PointerEvent,
  stage: () => StageHandle | undefined,
): Gesture<PointerEvent> {
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
