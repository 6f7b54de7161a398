export type PageGlyph = 'document' | 'image' | 'whiteboard' | 'audio' | 'video' | 'note' | 'web' | 'link';

export interface PageKind {
  glyph: PageGlyph;
  /** True if the size is in points and the page has text. */
  isDocument?: true;
  isImage?: true;
  plays?: 'audio' | 'video';
  /** True if the page looks the same to all viewers. */
  isStill?: true;
  isEditable?: true;
  maxTileLevel?: number;
}

/** Tile level with 39 pixels per point of an A4 page. */
const SHARP = 5;
/** Low, because each tile requires typesetting the whole page. */
const TYPESET = 3;

export const pageKinds = {
  PAGE_TYPE_PDF: { glyph: 'document', isDocument: true, isStill: true, maxTileLevel: SHARP },
  PAGE_TYPE_IMAGE: { glyph: 'image', isImage: true, isStill: true, maxTileLevel: SHARP },
  PAGE_TYPE_WHITEBOARD: { glyph: 'whiteboard', isStill: true },
  PAGE_TYPE_AUDIO: { glyph: 'audio', plays: 'audio' },
  PAGE_TYPE_VIDEO: { glyph: 'video', plays: 'video' },
  PAGE_TYPE_NOTE: {
    glyph: 'note',
    isDocument: true,
    isStill: true,
    isEditable: true,
    maxTileLevel: TYPESET,
  },
  PAGE_TYPE_WEB: { glyph: 'web', isDocument: true, isStill: true, maxTileLevel: TYPESET },
  PAGE_TYPE_URL: { glyph: 'link' },
} as const satisfies Readonly<Record<`PAGE_TYPE_${string}`, PageKind>>;

export type PageType = keyof typeof pageKinds;

export const pageTypes = Object.keys(pageKinds) as PageType[];

export const pageKind = (type: PageType): PageKind => pageKinds[type];
