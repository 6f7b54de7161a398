import { Glyph } from '../design/glyph.tsx';
import type { Handle } from '../design/reorder.ts';
import { branches as words } from '../strings/messages/branches.ts';

interface StepHandleProps {
  index: number;
  handle: Handle;
}

export function StepHandle({ index, handle }: StepHandleProps) {
  return (
    <button
      type="button"
      class="draft-handle"
      data-control="move"
      aria-label={words.drag(index + 1)}
      title={words.drag(index + 1)}
      onKeyDown={(event) => handle.onKeyDown(event, words.step(index + 1))}
      onPointerDown={handle.onPointerDown}
      onPointerMove={handle.onPointerMove}
      onPointerUp={handle.onPointerUp}
      onPointerCancel={handle.onPointerCancel}
    >
      <Glyph name="drag" />
      <span aria-hidden="true">{index + 1}</span>
    </button>
  );
}
