import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { viewer as text } from '../strings/messages/viewer.ts';

export function nameOf({
  name,
  original_file_name,
  url,
}: Pick<PageWithoutAnnotations, 'name' | 'original_file_name' | 'url'>): string {
  return name || original_file_name || url || text.untitled;
}
