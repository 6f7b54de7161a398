import type { Editor } from '../editor/editor.ts';
import { shapesOfGesture } from '../editor/others.ts';
import { isReshaping } from '../shared/subject.ts';
import { ShapeView } from './shape-view.tsx';

/**
 * What is being drawn at this moment, by oneself and by others: a layer of its own, so that what lies still is not drawn
 * anew with each point of a stroke.
 */
export function LiveLayer({ editor }: { editor: Editor }) {
  const { page, draft, preview, live } = editor;
  return (
    <svg
      class="stage-layer draw-live"
      viewBox={`0 0 ${page.width} ${page.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {[...live.gestures.value].map(([session, gesture]) => (
        <g key={session} data-stroke={gesture.uuid}>
          {shapesOfGesture(editor, gesture).map(({ uuid, shape }) => (
            <ShapeView key={uuid} shape={shape} isFinished={isReshaping(gesture.subject)} />
          ))}
        </g>
      ))}
      {[...preview.value].map(([uuid, shape]) => (
        <ShapeView key={uuid} shape={shape} isFinished />
      ))}
      {draft.value && <ShapeView shape={draft.value} />}
    </svg>
  );
}
