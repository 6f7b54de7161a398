import type { Annotation } from '@ringbinder/protocol';
import { elementsOf } from '../../viewer/markup.ts';
import { readForeign, readShape } from '../model/read.ts';
import type { Box, Shape } from '../model/shape.ts';

/** A shape with the uuid of its annotation. */
export interface NamedShape {
  uuid: string;
  shape: Shape;
}

/** Reads annotations as shapes, each once. */
export interface ShapeCache {
  shapeOf(annotation: Pick<Annotation, 'client_uuid' | 'svg_tag'>): Shape;
}

const SVG = 'http://www.w3.org/2000/svg';

/** @param ruler an SVG in the page's units in which markup can be measured */
export function createShapeCache(ruler: () => SVGSVGElement | null): ShapeCache {
  const held = new Map<string, { markup: string; shape: Shape }>();

  function measure(markup: string): Box {
    const svg = ruler();
    if (!svg) return { x: 0, y: 0, width: 0, height: 0 };
    const group = document.createElementNS(SVG, 'g');
    group.append(...elementsOf(markup));
    svg.append(group);
    const { x, y, width, height } = group.getBBox();
    group.remove();
    return { x, y, width, height };
  }

  return {
    shapeOf({ client_uuid, svg_tag }) {
      const known = held.get(client_uuid);
      if (known?.markup === svg_tag) return known.shape;
      const shape = readShape(svg_tag) ?? readForeign(svg_tag, measure);
      held.set(client_uuid, { markup: svg_tag, shape });
      return shape;
    },
  };
}
