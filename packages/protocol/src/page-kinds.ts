/** Shown without a thumbnail. */
export type PageGlyph = 'document' | 'image' | 'whiteboard' | 'audio' | 'video' | 'note' | 'web' | 'link';

/** Shared by the server and its clients. */
export interface PageKind {
  glyph: PageGlyph;
  /** The size is in points, not pixels, and the server extracts the text. */
  isDocument?: true;
  /** Never enlarged to fill a box. */
  isImage?: true;
  plays?: 'audio' | 'video';
  /** All viewers see the same picture, so meets can stage it, and clips can record it. */
  isStill?: true;
  /** The text can be replaced. */
  isEditable?: true;
  /** 0 by default. Images with fewer pixels have fewer levels. */
  maxTileLevel?: number;
}

/** 39 pixels per point of an A4 page, 29 times a screen's resolution at 100 %. */
const SHARP = 5;
/** The server typesets the whole page for each tile. */
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
