import { useLayoutEffect, useRef } from 'preact/hooks';
import { elementsOf } from '../../viewer/markup.ts';
import type { Editor } from '../editor/editor.ts';
import { shapesOfGesture } from '../editor/others.ts';
import type { Shape } from '../model/shape.ts';
import { markerPath, penPath } from '../model/stroke-path.ts';
import { MARKER_OPACITY, writeShape } from '../model/write.ts';
import { isReshaping } from '../shared/subject.ts';

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

function ShapeView({ shape, isFinished = false }: { shape: Shape; isFinished?: boolean }) {
  if (shape.kind === 'pen')
    return <path d={penPath(shape.points, shape.lineWidth, isFinished)} fill={shape.colour} />;
  if (shape.kind === 'marker')
    return (
      <path
        d={markerPath(shape.points)}
        fill="none"
        stroke={shape.colour}
        stroke-width={shape.lineWidth}
        stroke-opacity={MARKER_OPACITY}
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    );
  return <Markup markup={writeShape(shape)} />;
}

function Markup({ markup }: { markup: string }) {
  const group = useRef<SVGGElement>(null);
  useLayoutEffect(() => group.current?.replaceChildren(...elementsOf(markup)), [markup]);
  return <g ref={group} />;
}
