import { createHash } from 'node:crypto';
import type { PageSource } from '@ringbinder/page-renderer';
import { maxTileLevel, TILE_PIXELS, tileGrid } from '@ringbinder/protocol/tiles.ts';
import type { Environment } from '../../environment/environment.ts';
import { notFound } from '../../errors.ts';
import { findMarkup } from './annotations.ts';
import type { PageContent } from './content.ts';
import { createDerivedFile, createLatestDerivedFile } from './derived-files.ts';
import { kindOf, sourceFileOf } from './kinds/index.ts';
import type { PageSourceRow } from './page-as-of.ts';

/** Increment it when the rendering of images changes. */
const RENDERER_VERSION = 3;

/**
 * A plain-text page with the same bytes looks different. Increment the number when the rendering of Markdown
 * changes.
 */
export const markdownSuffix = (mimeType: string | undefined): string =>
  mimeType === 'text/markdown' ? '-markdown1' : '';

export const PICTURE_SIDES = { thumbnail: 320, background: 1600 } as const;
export type PictureView = keyof typeof PICTURE_SIDES;

export async function pageImage(
  env: Environment,
  { binderId, page, db }: PageSourceRow,
  view: PictureView,
): Promise<PageContent> {
  const side = PICTURE_SIDES[view];
  const { id, page_index: index, width, height } = page;
  const what = `${view} of page ${id}`;
  const markup = await findMarkup(db, binderId, id);
  const annotations = markup.length === 0 ? null : { markup, page: { width, height } };
  const source = await kindOf(page).source(env, page);
  const make = async () => {
    const options = {
      annotations,
      maxWidth: side,
      maxHeight: side,
      format: 'webp',
      group: binderId,
    } as const;
    return (await env.media.renderPage(source, options)).bytes;
  };
  const file = sourceFileOf(page);
  const renderer = `${RENDERER_VERSION}${markdownSuffix(file?.mimeType)}`;
  const renderedFile = () => {
    if (annotations === null && source.from === 'file' && file !== null)
      return createDerivedFile(env, `${file.sha256}/${index}-${side}-${renderer}.webp`, what, make);
    const version = createHash('sha256')
      .update(`${renderer} ${nameOfSource(source)}`)
      .update(JSON.stringify(annotations));
    // An image of a past state must not replace the current one.
    const name = `pages/${binderId}/${id}${db === env.db ? '' : '-past'}-${side}.webp`;
    return createLatestDerivedFile(env, name, version.digest('hex'), what, make);
  };
  return { generated: await renderedFile(), mimeType: 'image/webp', name: `${view}.webp` };
}

function nameOfSource(source: PageSource): string {
  return createHash('sha256').update(JSON.stringify(source)).digest('hex');
}

export interface TileName {
  level: number;
  column: number;
  row: number;
}

const TILES_FOLDER = 'tiles';
const MAX_TILE_AGE_MS = 24 * 60 * 60 * 1000;
const MAX_TILES_BYTES = 2 * 1024 ** 3;

export async function pageTile(
  env: Environment,
  { binderId, page }: PageSourceRow,
  { level, column, row }: TileName,
): Promise<PageContent> {
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
  const source = await kindOf(page).source(env, page);
  const generated = await createDerivedFile(
    env,
    `${TILES_FOLDER}/${nameOfSource(source)}${markdownSuffix(sourceFileOf(page)?.mimeType)}-${grid.width}x${grid.height}-${column}-${row}`,
    `tile ${level}/${column}/${row} of page ${page.id}`,
    async () => (await env.media.renderRegion(source, { region, group: binderId })).bytes,
  );
  return { generated, mimeType: generated[0] === 0x89 ? 'image/png' : 'image/jpeg', name: 'tile' };
}

export function deleteOldTiles({ files }: Pick<Environment, 'files'>): Promise<void> {
  return files.removeDerived(TILES_FOLDER, MAX_TILE_AGE_MS, MAX_TILES_BYTES);
}
