import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import type { PageType } from '@ringbinder/protocol/page-kinds.ts';
import { isMarkdownNote } from '../binder/page-kind.ts';
import { pages as text } from '../strings/messages/pages.ts';

const NAMES = {
  PAGE_TYPE_PDF: 'pdf',
  PAGE_TYPE_IMAGE: 'image',
  PAGE_TYPE_WHITEBOARD: 'whiteboard',
  PAGE_TYPE_AUDIO: 'audio',
  PAGE_TYPE_VIDEO: 'video',
  PAGE_TYPE_NOTE: 'note',
  PAGE_TYPE_WEB: 'web',
  PAGE_TYPE_URL: 'url',
} as const satisfies Readonly<Record<PageType, keyof typeof text.types>>;

/** Only Markdown is called a note. */
export function pageTypeName(page: PageWithoutAnnotations): string {
  const isText = page.type === 'PAGE_TYPE_NOTE' && !isMarkdownNote(page);
  return isText ? text.types.text : text.types[NAMES[page.type]];
}
