import { effect } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { PageViewport } from './viewport.ts';

/** Lays out the layer in page units. Zooming only scales the result. */
export function useScaledLayer<E extends HTMLElement>(viewport: PageViewport): RefObject<E | null> {
  const layer = useRef<E>(null);
  useLayoutEffect(() => {
    const { current } = layer;
    if (!current) return;
    current.style.width = `${viewport.width}px`;
    current.style.height = `${viewport.height}px`;
    return effect(() => {
      current.style.transform = `scale(${viewport.scale.value})`;
    });
  }, [viewport]);
  return layer;
}
