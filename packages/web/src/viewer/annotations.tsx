import type { Annotation } from '@ringbinder/protocol';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { elementsOf } from './markup.ts';
import type { PageViewport } from './viewport.ts';

interface AnnotationLayerProps {
  viewport: Pick<PageViewport, 'width' | 'height'>;
  /** In drawing order: `state.annotations[page.id]`. */
  annotations: readonly Annotation[];
  /** Drawn elsewhere at the moment. */
  hidden?: ReadonlySet<string> | undefined;
}

const SVG = 'http://www.w3.org/2000/svg';
const NONE: ReadonlySet<string> = new Set();

/**
 * The annotations of a page, in page units. Each is a `<g data-client-uuid>`, which is recreated only when its markup
 * changes.
 */
export function AnnotationLayer({ viewport, annotations, hidden = NONE }: AnnotationLayerProps) {
  const layer = useRef<SVGSVGElement>(null);
  const drawn = useRef(new Map<string, { markup: string; group: SVGGElement }>());
  useLayoutEffect(() => {
    const svg = layer.current;
    if (!svg) return;
    const known = drawn.current;
    const shown = annotations.filter(({ client_uuid }) => !hidden.has(client_uuid));
    const left = new Map(known);
    let before: Element | null = null;
    for (const { client_uuid, svg_tag } of shown) {
      left.delete(client_uuid);
      let held = known.get(client_uuid);
      if (held?.markup !== svg_tag) {
        held?.group.remove();
        const group = document.createElementNS(SVG, 'g');
        group.dataset.clientUuid = client_uuid;
        group.append(...elementsOf(svg_tag));
        held = { markup: svg_tag, group };
        known.set(client_uuid, held);
      }
      const place: Element | null = before ? before.nextElementSibling : svg.firstElementChild;
      if (place !== held.group) svg.insertBefore(held.group, place);
      before = held.group;
    }
    for (const [uuid, { group }] of left) {
      group.remove();
      known.delete(uuid);
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
