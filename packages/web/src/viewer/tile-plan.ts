import { maxTileLevel, TILE_PIXELS, type TiledPage, tileGrid } from '@ringbinder/protocol/tiles.ts';

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

/** In page units. */
export interface VisibleArea {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A slightly lower resolution than the screen's is unnoticeable. */
const SHARP_ENOUGH = 0.92;

export function planTiles(page: TiledPage, pixels: number, visible: VisibleArea): TilePlan {
  const most = maxTileLevel(page);
  let level = 0;
  while (level < most && tileGrid(page, level).width < page.width * pixels * SHARP_ENOUGH) level++;
  if (level === 0) return { level, tiles: [] };
  const grid = tileGrid(page, level);
  const place = (units: number, side: number, of: number, count: number) =>
    Math.min(count - 1, Math.max(0, Math.floor(((units / side) * of) / TILE_PIXELS)));
  const first = {
    column: place(visible.left, page.width, grid.width, grid.columns),
    row: place(visible.top, page.height, grid.height, grid.rows),
  };
  const last = {
    column: place(visible.right, page.width, grid.width, grid.columns),
    row: place(visible.bottom, page.height, grid.height, grid.rows),
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

/** `v` identifies the content: annotations and comments cause no reload. */
export function tileAddress(backgroundUri: string, name: string, content: string): string {
  const [path = '', query = ''] = backgroundUri.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('v', content.slice(0, 20));
  return `${path.replace(/background$/, `tiles/${name}`)}?${parameters}`;
}
