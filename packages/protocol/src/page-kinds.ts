/** The glyph that stands for a page where it has no picture. */
export type PageGlyph = 'document' | 'image' | 'whiteboard' | 'audio' | 'video' | 'note' | 'web' | 'link';

/** The facts about a type of page that the server and its clients share. */
export interface PageKind {
  glyph: PageGlyph;
  /** Its size is in points, and the server reads its words. Other sizes are in pixels. */
  isDocument?: true;
  /** A raster image, which is never enlarged to fill a box. */
  isImage?: true;
  /** A recording. */
  plays?: 'audio' | 'video';
  /** Everybody sees the same in its picture: meets show it on their stage, and clips record it. */
  isStill?: true;
  /** Its text can be replaced. */
  isEditable?: true;
  /** The highest level of its tiles, 0 by default. An image has only as many as it has pixels for. */
  maxTileLevel?: number;
}

/** Level 5 of a sheet of A4 has 39 pixels a point: 29 times what a screen shows at 100 %. */
const SHARP = 5;
/** The server's own typesetter draws the whole sheet for each tile. */
const TYPESET = 3;

/** Every type of page. */
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

/** The types of page, in the order of `pageKinds`. */
export const pageTypes = Object.keys(pageKinds) as PageType[];

/** What is known of the type of a page. */
export const pageKind = (type: PageType): PageKind => pageKinds[type];
