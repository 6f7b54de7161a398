import type { Annotation } from '@ringbinder/protocol';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { elementsOf } from './markup.ts';
import type { PageViewport } from './viewport.ts';

interface AnnotationLayerProps {
  viewport: Pick<PageViewport, 'width' | 'height'>;
  annotations: readonly Annotation[];
  hidden?: ReadonlySet<string> | undefined;
}

const SVG = 'http://www.w3.org/2000/svg';
const NONE: ReadonlySet<string> = new Set();

/** An annotation keeps its element while its markup is equal. */
export function AnnotationLayer({ viewport, annotations, hidden = NONE }: AnnotationLayerProps) {
  const layer = useRef<SVGSVGElement>(null);
  const drawn = useRef(new Map<string, { markup: string; group: SVGGElement }>());
  useLayoutEffect(() => {
    const svg = layer.current;
    if (!svg) return;
    const drawnByUuid = drawn.current;
    const visible = annotations.filter(({ client_uuid }) => !hidden.has(client_uuid));
    const left = new Map(drawnByUuid);
    let before: Element | null = null;
    for (const { client_uuid, svg_tag } of visible) {
      left.delete(client_uuid);
      let entry = drawnByUuid.get(client_uuid);
      if (entry?.markup !== svg_tag) {
        entry?.group.remove();
        const group = document.createElementNS(SVG, 'g');
        group.dataset.clientUuid = client_uuid;
        group.append(...elementsOf(svg_tag));
        entry = { markup: svg_tag, group };
        drawnByUuid.set(client_uuid, entry);
      }
      const place: Element | null = before ? before.nextElementSibling : svg.firstElementChild;
      if (place !== entry.group) svg.insertBefore(entry.group, place);
      before = entry.group;
    }
    for (const [uuid, { group }] of left) {
      group.remove();
      drawnByUuid.delete(uuid);
    }
  }, [annotations, hidden]);
  return (
    <svg
      ref={layer}
      class="stage-layer annotations"
      viewBox={`0 0 ${viewport.width} ${viewport.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    />
  );
}
