import type { PageType } from './resources/page.ts';

/** What a page's tiles are cut from: its type, and its size in page units. */
export interface TiledPage {
  type: PageType;
  width: number;
  height: number;
}

/** A tile is a square of this many pixels; those at the right and lower edge are smaller. */
export const TILE_PIXELS = 1024;

/** Level 5 of a sheet of A4 has 39 pixels a point: 29 times what a screen shows at 100 %. */
const MAX_LEVEL = 5;
/** Sheets of text are drawn by a typesetter of ours, whole for each tile. */
const MAX_SHEET_LEVEL = 3;

/** The highest level of a page. Level 0 is one tile of the whole page; each level has twice the pixels a side. */
export function maxTileLevel({ type, width, height }: TiledPage): number {
  switch (type) {
    case 'PAGE_TYPE_PDF':
      return MAX_LEVEL;
    case 'PAGE_TYPE_NOTE':
    case 'PAGE_TYPE_WEB':
      return MAX_SHEET_LEVEL;
    case 'PAGE_TYPE_IMAGE':
      // The last one has the picture's own pixels.
      return Math.min(
        MAX_LEVEL,
        Math.max(0, Math.ceil(Math.log2(Math.max(width, height) / TILE_PIXELS) - 1e-9)),
      );
    default:
      return 0;
  }
}

/** The pixels of a whole page at a level, and how many tiles that is. */
export interface TileGrid {
  width: number;
  height: number;
  columns: number;
  rows: number;
}

/** The grid of a level; it may be asked for a level that the page has not. */
export function tileGrid(page: TiledPage, level: number): TileGrid {
  const { type, width, height } = page;
  const fitting = (TILE_PIXELS * 2 ** level) / Math.max(width, height);
  const scale = type === 'PAGE_TYPE_IMAGE' ? Math.min(1, fitting) : fitting;
  const pixels = (side: number) => Math.max(1, Math.round(side * scale));
  const [across, down] = [pixels(width), pixels(height)];
  return {
    width: across,
    height: down,
    columns: Math.ceil(across / TILE_PIXELS),
    rows: Math.ceil(down / TILE_PIXELS),
  };
}
