import { maxTileLevel, TILE_PIXELS, type TiledPage, tileGrid } from '@ringbinder/protocol/tiles.ts';

/** A tile and its place on the page, in hundredths of its width and height. */
export interface PlannedTile {
  name: string;
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface TilePlan {
  level: number;
  tiles: readonly PlannedTile[];
}

/** What is seen of a page, in page units. */
export interface VisibleArea {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** That much less than a pixel for each of the screen's is not seen. */
const SHARP_ENOUGH = 0.92;

/**
 * The tiles that make what is seen of a page sharp: none where level 0 does, which is always there.
 * @param pixels of the screen for each page unit
 */
export function planTiles(page: TiledPage, pixels: number, seen: VisibleArea): TilePlan {
  const most = maxTileLevel(page);
  let level = 0;
  while (level < most && tileGrid(page, level).width < page.width * pixels * SHARP_ENOUGH) level++;
  if (level === 0) return { level, tiles: [] };
  const grid = tileGrid(page, level);
  const place = (units: number, side: number, of: number, count: number) =>
    Math.min(count - 1, Math.max(0, Math.floor(((units / side) * of) / TILE_PIXELS)));
  const first = {
    column: place(seen.left, page.width, grid.width, grid.columns),
    row: place(seen.top, page.height, grid.height, grid.rows),
  };
  const last = {
    column: place(seen.right, page.width, grid.width, grid.columns),
    row: place(seen.bottom, page.height, grid.height, grid.rows),
  };
  const tiles: PlannedTile[] = [];
  for (let row = first.row; row <= last.row; row++)
    for (let column = first.column; column <= last.column; column++) {
      const [left, top] = [column * TILE_PIXELS, row * TILE_PIXELS];
      tiles.push({
        name: `${level}/${column}/${row}`,
        left: (left / grid.width) * 100,
        top: (top / grid.height) * 100,
        width: (Math.min(TILE_PIXELS, grid.width - left) / grid.width) * 100,
        height: (Math.min(TILE_PIXELS, grid.height - top) / grid.height) * 100,
      });
    }
  return { level, tiles };
}

/**
 * The address of a tile. The signature of the background opens it; `v` names what it shows, so that strokes and comments
 * do not load it anew.
 */
export function tileAddress(backgroundUri: string, name: string, content: string): string {
  const [path = '', query = ''] = backgroundUri.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('v', content.slice(0, 20));
  return `${path.replace(/background$/, `tiles/${name}`)}?${parameters}`;
}
