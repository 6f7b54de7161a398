import { type PageType, pageKind } from './page-kinds.ts';

/** What a page's tiles are cut from: its type, and its size in page units. */
export interface TiledPage {
  type: PageType;
  width: number;
  height: number;
}

/** A tile is a square of this many pixels; those at the right and lower edge are smaller. */
export const TILE_PIXELS = 1024;

/** The highest level of a page. Level 0 is one tile of the whole page; each level has twice the pixels a side. */
export function maxTileLevel({ type, width, height }: TiledPage): number {
  const { maxTileLevel = 0, isImage } = pageKind(type);
  if (!isImage) return maxTileLevel;
  // The last one has the picture's own pixels.
  const own = Math.ceil(Math.log2(Math.max(width, height) / TILE_PIXELS) - 1e-9);
  return Math.min(maxTileLevel, Math.max(0, own));
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
  const scale = pageKind(type).isImage ? Math.min(1, fitting) : fitting;
  const pixels = (side: number) => Math.max(1, Math.round(side * scale));
  const [across, down] = [pixels(width), pixels(height)];
  return {
    width: across,
    height: down,
    columns: Math.ceil(across / TILE_PIXELS),
    rows: Math.ceil(down / TILE_PIXELS),
  };
}
