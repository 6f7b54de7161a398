import { signal } from '@preact/signals';
import type { PageWithoutAnnotations } from '@ringbinder/protocol';

export const drawnPage = signal<number>();

/** Whether something can be drawn on a page: there is nothing to be seen of a sound. */
export function isDrawable({ type }: Pick<PageWithoutAnnotations, 'type'>): boolean {
  return type !== 'PAGE_TYPE_AUDIO';
}
