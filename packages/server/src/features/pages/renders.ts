import { createHash } from 'node:crypto';
import type { Environment } from '../../environment/environment.ts';
import type { PageRow } from './queries.ts';
import { createLatestRendition, createRendition } from './renditions.ts';
import { nameOfSource, shownFile, sourceOf } from './sources.ts';

/** Counts the rules by which pages are drawn: what older rules drew is drawn anew. */
const DRAWN_BY = 3;

/** The picture formats of a page: the longest side of each, in pixels. */
const BOXES = { thumbnail: 320, background: 1600 } as const;

/**
 * A picture of a page with what was drawn onto it, WebP: from the store, else rendered now. Throws not found for a page
 * that has no picture, 503 when the media engine has too much to do.
 * Of the `markup` of its annotations, in their order. What is looked at of the past takes no place of what is there now.
 */
export async function pagePicture(
  env: Environment,
  binderId: string,
  page: PageRow,
  { view, markup, isPast }: { view: keyof typeof BOXES; markup: readonly string[]; isPast: boolean },
): Promise<Buffer> {
  const box = BOXES[view];
  const { id, page_index: index, width, height } = page;
  const what = `${view} of page ${id}`;
  const source = await sourceOf(env, page);
  const annotations = markup.length === 0 ? null : { markup, page: { width, height } };
  const make = async () => {
    const options = { annotations, maxWidth: box, maxHeight: box, format: 'webp', group: binderId } as const;
    return (await env.media.renderPage(source, options)).bytes;
  };
  const file = shownFile(page);
  // What a file looks like is the same for all pages that show it; the rest is this page's alone, and changes.
  if (annotations === null && source.from === 'file' && file !== null)
    return createRendition(env, `${file.sha256}/${index}-${box}-${DRAWN_BY}.webp`, what, make);
  const version = createHash('sha256')
    .update(`${DRAWN_BY} ${nameOfSource(source)}`)
    .update(JSON.stringify(annotations));
  const name = `pages/${binderId}/${id}${isPast ? '-past' : ''}-${box}.webp`;
  return createLatestRendition(env, name, version.digest('hex'), what, make);
}
