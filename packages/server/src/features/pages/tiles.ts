import { maxTileLevel, TILE_PIXELS, tileGrid } from '@ringbinder/protocol/tiles.ts';
import type { Environment } from '../../environment/environment.ts';
import { notFound } from '../../errors.ts';
import type { PageRow } from './queries.ts';
import { createRendition } from './renditions.ts';
import { nameOfSource, sourceOf } from './sources.ts';

/** Which tile of a page: its level, and its place from the left and from the top, from 0. */
export interface TileName {
  level: number;
  column: number;
  row: number;
}

const FOLDER = 'tiles';
/** A file's pictures go with the file, a day after it; nobody looks at most tiles twice. */
const KEPT_MS = 24 * 60 * 60 * 1000;
const MAX_KEPT_BYTES = 2 * 1024 ** 3;

/**
 * A part of a page without what was drawn onto it, PNG or JPEG: from the store, else rendered now, in its binder's turn. Throws
 * not found for a tile that the page has not, 503 when the media engine has too much to do.
 */
export async function pageTile(
  env: Environment,
  binderId: string,
  page: PageRow,
  { level, column, row }: TileName,
): Promise<Buffer> {
  const what = `tile ${level}/${column}/${row} of page ${page.id}`;
  const grid = tileGrid(page, level);
  if (level > maxTileLevel(page) || column >= grid.columns || row >= grid.rows)
    throw notFound('tile', `${level}/${column}/${row}`);
  const [left, top] = [column * TILE_PIXELS, row * TILE_PIXELS];
  const region = {
    whole: { width: grid.width, height: grid.height },
    left,
    top,
    width: Math.min(TILE_PIXELS, grid.width - left),
    height: Math.min(TILE_PIXELS, grid.height - top),
  };
  const source = await sourceOf(env, page);
  const name = `${FOLDER}/${nameOfSource(source)}-${grid.width}x${grid.height}-${column}-${row}`;
  return createRendition(env, name, what, async () => {
    return (await env.media.renderRegion(source, { region, group: binderId })).bytes;
  });
}

/** What a tile is: a PNG begins with 0x89, a JPEG with 0xff. */
export function tileType(tile: Buffer): string {
  return tile[0] === 0x89 ? 'image/png' : 'image/jpeg';
}

/** Removes tiles that were made longer ago than a day, and the oldest of what is too much. */
export function deleteOldTiles({ files }: Pick<Environment, 'files'>): Promise<void> {
  return files.removeDerived(FOLDER, KEPT_MS, MAX_KEPT_BYTES);
}
