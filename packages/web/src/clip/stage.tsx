import type { Signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { clip as text } from '../strings/messages/clip.ts';
import { bubblePlace, corners, type Scene } from './scene.ts';
import type { Point } from './strokes.ts';

interface StageProps {
  scene: Scene;
  pen: Signal<string | undefined>;
  /** False for screen captures, which already contain the pointer. */
  hasPointer: boolean;
}

export function Stage({ scene, pen, hasPointer }: StageProps) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    scene.canvas.setAttribute('role', 'img');
    scene.canvas.setAttribute('aria-label', text.stage);
    place.current?.prepend(scene.canvas);
    return () => scene.canvas.remove();
  }, [scene]);

  function pointOf({ clientX, clientY }: PointerEvent): Point {
    const { left, top, width, height } = scene.canvas.getBoundingClientRect();
    return { x: (clientX - left) / width, y: (clientY - top) / height };
  }
  function onPointerDown(event: PointerEvent): void {
    if (event.button !== 0) return;
    const point = pointOf(event);
    isBubblePressed.current = isOnBubble(scene, point);
    if (!isBubblePressed.current && pen.value === undefined) return;
    // Without the capture, a release elsewhere would leave the press open.
    place.current?.setPointerCapture(event.pointerId);
    if (isBubblePressed.current || pen.value === undefined) return;
    event.preventDefault();
    scene.strokes.push({ colour: pen.value, points: [point] });
    isDrawing.current = true;
  }
  const isDrawing = useRef(false);
  const isBubblePressed = useRef(false);
  function onPointerMove(event: PointerEvent): void {
    const point = pointOf(event);
    if (hasPointer) scene.pointer = point;
    if (!isDrawing.current) return;
    const all = event.getCoalescedEvents?.() ?? [];
    scene.strokes.at(-1)?.points.push(...(all.length > 0 ? all.map(pointOf) : [point]));
  }
  const end = () => {
    isDrawing.current = false;
    isBubblePressed.current = false;
  };
  return (
    <div
      class="clip-stage"
      ref={place}
      data-pen={pen.value !== undefined}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={(event) => {
        if (isBubblePressed.current && isOnBubble(scene, pointOf(event))) moveBubble(scene);
        end();
      }}
      onPointerCancel={end}
      onPointerLeave={() => {
        scene.pointer = undefined;
      }}
    />
  );
}

function isOnBubble(scene: Scene, { x, y }: Point): boolean {
  if (!scene.bubble) return false;
  const { canvas, corner } = scene;
  const bubble = bubblePlace(corner, canvas);
  return Math.hypot(x * canvas.width - bubble.x, y * canvas.height - bubble.y) <= bubble.radius;
}

export function moveBubble(scene: Scene): void {
  scene.corner = corners[(corners.indexOf(scene.corner) + 1) % corners.length] ?? 'bottom-left';
}
