import type { BinderState } from '@ringbinder/client';
import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import type { GlyphName } from '../design/glyph.tsx';
import { pages as text } from '../strings/en/pages.ts';

/** Which page of its file it is, where the file has several; else what kind of page. */
export function aboutOf(page: PageWithoutAnnotations, { files }: BinderState): string {
  const total = files.find(({ id }) => id === page.file_id)?.total_pages ?? 0;
  return total > 1 && !page.name ? text.ofFile(page.page_index + 1, total) : text.types[page.type];
}

export const glyphs: Readonly<Record<PageWithoutAnnotations['type'], GlyphName>> = {
  PAGE_TYPE_PDF: 'document',
  PAGE_TYPE_IMAGE: 'image',
  PAGE_TYPE_WHITEBOARD: 'whiteboard',
  PAGE_TYPE_AUDIO: 'audio',
  PAGE_TYPE_VIDEO: 'video',
  PAGE_TYPE_NOTE: 'note',
  PAGE_TYPE_WEB: 'web',
  PAGE_TYPE_URL: 'link',
};
