import type { Annotation } from '@ringbinder/protocol';
import { elementsOf } from '../../viewer/markup.ts';
import { readForeign, readShape } from '../model/read.ts';
import type { Box, Shape } from '../model/shape.ts';

export interface ShapeEntry {
  uuid: string;
  shape: Shape;
}

export interface ShapeCache {
  shapesOf(annotations: readonly Named[]): ShapeEntry[];
}

type Named = Pick<Annotation, 'client_uuid' | 'svg_tag'>;

const SVG = 'http://www.w3.org/2000/svg';
const NOWHERE: Box = { x: 0, y: 0, width: 0, height: 0 };

export function createShapeCache(ruler: () => SVGSVGElement | null): ShapeCache {
  const cache = new Map<string, { markup: string; shape: Shape }>();

  function measure(markups: ReadonlySet<string>): ReadonlyMap<string, Box> {
    const svg = ruler();
    if (!svg || markups.size === 0) return new Map();
    const all = document.createElementNS(SVG, 'g');
    const groups = [...markups].map((markup) => {
      const group = document.createElementNS(SVG, 'g');
      group.append(...elementsOf(markup));
      all.append(group);
      return [markup, group] as const;
    });
    svg.append(all);
    const boxes = groups.map(([markup, group]) => {
      const { x, y, width, height } = group.getBBox();
      return [markup, { x, y, width, height }] as const;
    });
    all.remove();
    return new Map(boxes);
  }

  function read(annotations: readonly Named[]): void {
    const foreign: Named[] = [];
    const unmeasured = new Set<string>();
    for (const annotation of annotations) {
      const shape = readShape(annotation.svg_tag);
      if (shape) cache.set(annotation.client_uuid, { markup: annotation.svg_tag, shape });
      else {
        foreign.push(annotation);
        readForeign(annotation.svg_tag, (markup) => {
          unmeasured.add(markup);
          return NOWHERE;
        });
      }
    }
    const boxes = measure(unmeasured);
    for (const { client_uuid, svg_tag } of foreign) {
      const shape = readForeign(svg_tag, (markup) => boxes.get(markup) ?? NOWHERE);
      cache.set(client_uuid, { markup: svg_tag, shape });
    }
  }

  return {
    shapesOf(annotations) {
      read(annotations.filter(({ client_uuid, svg_tag }) => cache.get(client_uuid)?.markup !== svg_tag));
      return annotations.flatMap(({ client_uuid: uuid }) => {
        const shape = cache.get(uuid)?.shape;
        return shape ? [{ uuid, shape }] : [];
      });
    },
  };
}
