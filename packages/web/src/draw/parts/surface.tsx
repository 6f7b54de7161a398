import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { draw as text } from '../../strings/messages/draw.ts';
import type { StageHandle } from '../../viewer/stage.tsx';
import type { PageViewport } from '../../viewer/viewport.ts';
import { createCrosshair } from '../editor/crosshair.ts';
import type { Editor } from '../editor/editor.ts';
import { pressKey } from '../editor/keys.ts';
import { pasteInto } from '../editor/pasting.ts';
import { rewrite } from '../editor/placing.ts';
import { createPointerInput } from '../editor/pointer.ts';
import { reachOf, shapeAt } from '../editor/selecting.ts';
import type { Tool } from '../editor/tools.ts';
import { LiveLayer } from './live-layer.tsx';
import { Pointers } from './pointers.tsx';
import { SelectionLayer } from './selection-layer.tsx';
import { Writer } from './writer.tsx';

interface SurfaceProps {
  editor: Editor;
  viewport: PageViewport;
  stage: () => StageHandle | undefined;
  choose: (tool: Tool) => void;
  close: () => void;
}

export function Surface({ editor, viewport, stage, choose, close }: SurfaceProps) {
  const surface = useRef<HTMLDivElement>(null);
  const ruler = useRef<SVGSVGElement>(null);
  const input = useMemo(() => createPointerInput(editor, stage), [editor]);
  useLayoutEffect(() => {
    editor.ruler = ruler.current;
    surface.current?.focus({ preventScroll: true });
  }, [editor]);

  useLayoutEffect(() => () => input.cancelPending(), [input, editor.tool.value]);

  const middle = () => {
    const { left, top, width, height } =
      surface.current?.closest('.stage')?.getBoundingClientRect() ?? new DOMRect();
    const { x, y } = viewport.toPage({ clientX: left + width / 2, clientY: top + height / 2 });
    return { x: within(x, viewport.width), y: within(y, viewport.height) };
  };
  const crosshair = useMemo(() => createCrosshair(editor, stage, () => middleOf.current()), [editor]);
  const middleOf = useRef(middle);
  middleOf.current = middle;
  return (
    <div
      ref={surface}
      class="stage-layer draw-surface"
      role="application"
      aria-label={text.surface}
      aria-description={text.surfaceMore}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: an application handles keys itself
      tabIndex={0}
      data-tool={editor.tool.value}
      onPointerDown={input.down}
      onPointerMove={input.move}
      onPointerUp={input.up}
      onPointerCancel={input.cancel}
      onPointerLeave={input.leave}
      onContextMenu={(event) => event.preventDefault()}
      onPaste={(event) => {
        if (pasteInto(editor, event.clipboardData, middle())) event.preventDefault();
      }}
      onDblClick={(event) => {
        input.cancelPending();
        const hit = shapeAt(editor, viewport.toPage(event), reachOf('mouse') / viewport.scale.peek());
        if (hit && editor.tool.peek() === 'select') rewrite(editor, hit);
      }}
      onKeyDown={(event) => {
        if (event.isComposing || event.target !== event.currentTarget) return;
        // The `?` key opens the app's list of shortcuts.
        if (event.key === '?') return;
        event.stopPropagation();
        const { cancelGesture, cancelPending } = input;
        const targets = { stage, choose, cancelGesture, cancelPending, crosshair, close };
        if (pressKey(editor, event, targets)) event.preventDefault();
      }}
    >
      <svg
        ref={ruler}
        class="stage-layer draw-ruler"
        viewBox={`0 0 ${viewport.width} ${viewport.height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      />
      <LiveLayer editor={editor} />
      <SelectionLayer editor={editor} viewport={viewport} />
      <Pointers editor={editor} viewport={viewport} />
      <Writer editor={editor} viewport={viewport} />
    </div>
  );
}

function within(value: number, most: number): number {
  return Math.max(0, Math.min(most, value));
}
