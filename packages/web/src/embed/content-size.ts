import type { ModuleMessage } from '@ringbinder/protocol/embed.ts';

export function followSize(element: HTMLElement, send: (frame: ModuleMessage) => void): () => void {
  const observer = new ResizeObserver(() => {
    const { width, height } = element.getBoundingClientRect();
    send({ type: 'size', width, height });
  });
  observer.observe(element);
  return () => observer.disconnect();
}
