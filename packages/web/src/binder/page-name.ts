import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { viewer as text } from '../strings/en/viewer.ts';

/** What a page is called: its own name, that of its file, or its address. */
export function nameOf({
  name,
  original_file_name,
  url,
}: Pick<PageWithoutAnnotations, 'name' | 'original_file_name' | 'url'>): string {
  return name || original_file_name || url || text.untitled;
}
