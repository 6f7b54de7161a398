/** The icon of a page that has no thumbnail. */
export type PageGlyph = 'document' | 'image' | 'whiteboard' | 'audio' | 'video' | 'note' | 'web' | 'link';

/** The facts about a page type that the server and its clients share. */
export interface PageKind {
  glyph: PageGlyph;
  /** Whether the page is a document: its size is in points, not pixels, and the server extracts its text. */
  isDocument?: true;
  /** Whether the page is a raster image, which is never enlarged to fill a box. */
  isImage?: true;
  plays?: 'audio' | 'video';
  /** Whether all viewers see the same picture. Meets can then show the page on the stage, and clips can record it. */
  isStill?: true;
  /** Whether the text can be replaced. */
  isEditable?: true;
  /** Highest tile level. Default: 0. Images with fewer pixels have fewer levels. */
  maxTileLevel?: number;
}

/** Level 5 of an A4 page has 39 pixels per point, 29 times the resolution of a screen at 100 %. */
const SHARP = 5;
/** Lower than `SHARP`, because the server typesets the whole page for each tile. */
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
