import { Lines } from '../../design/icon.tsx';
import { viewer as text } from '../../strings/messages/viewer.ts';
import type { View } from '../../viewer/view.ts';
import { ACTION_LINES } from './tool-lines.ts';

export function ZoomPill({ view }: { view: View }) {
  return (
    <div class="draw-zoom">
      <button
        type="button"
        class="tool"
        aria-label={text.zoomOut}
        title={text.zoomOut}
        onClick={() => view.setScale(view.step(-1))}
      >
        <Lines d={ACTION_LINES.smaller} />
      </button>
      <button
        type="button"
        class="button compact quiet tabular"
        title={text.fitPage}
        onClick={() => view.fit('fit-page')}
      >
        {text.percent(view.percent.value)}
      </button>
      <button
        type="button"
        class="tool"
        aria-label={text.zoomIn}
        title={text.zoomIn}
        onClick={() => view.setScale(view.step(1))}
      >
        <Lines d={ACTION_LINES.larger} />
      </button>
    </div>
  );
}
