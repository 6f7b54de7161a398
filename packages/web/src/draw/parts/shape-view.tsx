import { useLayoutEffect, useRef } from 'preact/hooks';
import { elementsOf } from '../../viewer/markup.ts';
import type { Shape } from '../model/shape.ts';
import { markerPath, penPath } from '../model/stroke-path.ts';
import { MARKER_OPACITY, writeShape } from '../model/write.ts';

/** A shape that is not an annotation yet, or no more: as it will be drawn. A stroke is drawn anew at each frame. */
export function ShapeView({ shape, isFinished = false }: { shape: Shape; isFinished?: boolean }) {
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
