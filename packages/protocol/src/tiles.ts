import { type PageType, pageKind } from './page-kinds.ts';

export interface TiledPage {
  type: PageType;
  width: number;
  height: number;
}

export const TILE_PIXELS = 1024;

/** Each level doubles the pixels per side. */
export function maxTileLevel({ type, width, height }: TiledPage): number {
  const { maxTileLevel = 0, isImage } = pageKind(type);
  if (!isImage) return maxTileLevel;
  const own = Math.ceil(Math.log2(Math.max(width, height) / TILE_PIXELS) - 1e-9);
  return Math.min(maxTileLevel, Math.max(0, own));
}

export interface TileGrid {
  width: number;
  height: number;
  columns: number;
  rows: number;
}

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
