import type { Environment } from '../../environment.ts';
import { notFound, unavailable } from '../../errors.ts';
import { MediaBusy, MediaTimeout, MediaUnreadable } from '../../media/index.ts';
import type { PageRow } from './queries.ts';

/** The picture formats of a page: the longest side of each, in pixels. */
const BOXES = { thumbnail: 320, background: 1600 } as const;

const BUSY_RETRY_SECONDS = 2;

// Work under way by what it makes, so that ten viewers of a page cause one rendering.
const underWay = new WeakMap<Environment, Map<string, Promise<Buffer>>>();

/**
 * A picture of a page, WebP: from the store, else rendered now. Throws not found for a page that has no picture,
 * 503 when the media engine has too much to do.
 */
export async function pagePicture(
  env: Environment,
  page: PageRow,
  view: keyof typeof BOXES,
): Promise<Buffer> {
  const { sha256, mime_type: mimeType, page_index: index } = page;
  if (sha256 === null || mimeType === null) throw notFound(`${view} of page`, page.id);
  const box = BOXES[view];
  return derive(env, `${sha256}/${index}-${box}.webp`, async () => {
    const options = { mimeType, index, maxWidth: box, maxHeight: box, format: 'webp' } as const;
    return (await env.media.render(env.files.pathOf(sha256), options)).bytes;
  });
}

/** Reads a derived file, or makes and keeps it. The name holds the content's hash, so it never goes stale. */
export async function derive(env: Environment, name: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const kept = await env.files.readDerived(name);
  if (kept) return kept;
  const jobs = underWay.get(env) ?? new Map<string, Promise<Buffer>>();
  underWay.set(env, jobs);
  const running = jobs.get(name);
  if (running) return running;
  const job = makeAndKeep(env, name, make).finally(() => jobs.delete(name));
  jobs.set(name, job);
  return job;
}

async function makeAndKeep(env: Environment, name: string, make: () => Promise<Buffer>): Promise<Buffer> {
  try {
    const bytes = await make();
    // Only a cache: an answer does not fail because it could not be kept.
    await env.files
      .writeDerived(name, bytes)
      .catch((error) => env.log.warn({ err: error }, 'derived file was not kept'));
    return bytes;
  } catch (error) {
    if (error instanceof MediaBusy)
      throw unavailable('too many pages are being rendered right now', BUSY_RETRY_SECONDS, error);
    if (error instanceof MediaTimeout)
      throw unavailable('rendering the page took too long', BUSY_RETRY_SECONDS, error);
    if (error instanceof MediaUnreadable) throw notFound('picture of the page', '(it cannot be rendered)');
    throw error;
  }
}
