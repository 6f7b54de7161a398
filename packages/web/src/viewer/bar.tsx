import { Glyph } from '../design/glyph.tsx';
import { viewer as text } from '../strings/en/viewer.ts';
import type { View } from './view.ts';

/** Larger, smaller, as large as there is room, and turned. */
export function ZoomBar({ view }: { view: View }) {
  return (
    <>
      <button
        type="button"
        class="tool"
        aria-label={text.zoomOut}
        onClick={() => view.setScale(view.step(-1))}
      >
        <Glyph name="down" />
      </button>
      <span class="small tabular">{text.percent(view.percent.value)}</span>
      <button type="button" class="tool" aria-label={text.zoomIn} onClick={() => view.setScale(view.step(1))}>
        <Glyph name="up" />
      </button>
      <button type="button" class="button compact quiet" onClick={() => view.fit('fit-page')}>
        {text.fitPage}
      </button>
      <button type="button" class="button compact quiet" onClick={() => view.fit('fit-width')}>
        {text.fitWidth}
      </button>
      <button type="button" class="button compact quiet" onClick={() => view.turn()}>
        {text.turn}
      </button>
    </>
  );
}
