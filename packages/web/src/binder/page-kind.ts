import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { type PageKind, type PageType, pageKinds, pageTypes } from '@ringbinder/protocol/page-kinds.ts';

export interface WebKind extends PageKind {
  viewer: 'tiles' | 'media' | 'link' | 'none';
  /** Content that replaces the page's picture, except while a tool needs positions on the picture. */
  live?: 'frame' | 'text';
  isBoard?: true;
  isDrawable: boolean;
  hasZoom: boolean;
  hasOriginal: boolean;
  hasMargins?: true;
  hasProblems?: true;
  isPlain?: true;
}

const common = { viewer: 'tiles', isDrawable: true, hasZoom: true, hasOriginal: true };
const own: { readonly [Type in PageType]?: Partial<WebKind> } = {
  PAGE_TYPE_PDF: { isPlain: true, hasMargins: true, hasProblems: true },
  PAGE_TYPE_IMAGE: { isPlain: true },
  PAGE_TYPE_WHITEBOARD: { viewer: 'none', isBoard: true, hasOriginal: false },
  PAGE_TYPE_AUDIO: { viewer: 'media', isDrawable: false, hasZoom: false },
  PAGE_TYPE_VIDEO: { viewer: 'media' },
  PAGE_TYPE_NOTE: { live: 'text' },
  PAGE_TYPE_WEB: { live: 'frame' },
  PAGE_TYPE_URL: { viewer: 'link', hasZoom: false, hasOriginal: false },
};

const kinds = Object.fromEntries(
  pageTypes.map((type) => [type, { ...common, ...pageKinds[type], ...own[type] }]),
) as Record<PageType, WebKind>;

export const kindOf = ({ type }: { type: PageType }): WebKind => kinds[type];

export const isPdf = ({ type }: { type: PageType }): boolean => type === 'PAGE_TYPE_PDF';

export const isMarkdownNote = ({ original_file_name: name }: PageWithoutAnnotations): boolean =>
  /\.(md|markdown)$/i.test(name);
