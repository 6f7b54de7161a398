import type { ModuleFrame } from '@ringbinder/protocol/embed.ts';

/** Tells the page around how large the content is, now and whenever it changes. @returns ends it */
export function followSize(element: HTMLElement, tell: (frame: ModuleFrame) => void): () => void {
  const observer = new ResizeObserver(() => {
    const { width, height } = element.getBoundingClientRect();
    tell({ type: 'size', width, height });
  });
  observer.observe(element);
  return () => observer.disconnect();
}
