import type { BinderState } from '@ringbinder/client';
import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { pages as text } from '../strings/en/pages.ts';

/** The page's number in a file of several pages, otherwise its type. */
export function aboutOf(page: PageWithoutAnnotations, { files }: BinderState): string {
  const total = files.find(({ id }) => id === page.file_id)?.total_pages ?? 0;
  return total > 1 && !page.name ? text.ofFile(page.page_index + 1, total) : text.types[page.type];
}
