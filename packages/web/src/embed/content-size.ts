import type { ModuleFrame } from '@ringbinder/protocol/embed.ts';

/**
 * Reports the content's size to the host page, now and on each change.
 * @returns stops it
 */
export function followSize(element: HTMLElement, tell: (frame: ModuleFrame) => void): () => void {
  const observer = new ResizeObserver(() => {
    const { width, height } = element.getBoundingClientRect();
    tell({ type: 'size', width, height });
  });
  observer.observe(element);
  return () => observer.disconnect();
}
