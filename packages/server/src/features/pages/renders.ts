import type { Environment } from '../../environment.ts';
import { ApiError, notFound, unavailable } from '../../errors.ts';
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
  return derive(env, `${sha256}/${index}-${box}.webp`, `${view} of page ${page.id}`, async () => {
    const options = { mimeType, index, maxWidth: box, maxHeight: box, format: 'webp' } as const;
    return (await env.media.render(env.files.pathOf(sha256), options)).bytes;
  });
}

/**
 * Reads a derived file, or makes and keeps it. Its name holds the content's hash, so it never goes stale.
 * @param what names the thing to the caller; throws not found when it cannot be made of this file, 503 when not now
 */
export function derive(
  env: Environment,
  name: string,
  what: string,
  make: () => Promise<Buffer>,
): Promise<Buffer> {
  const jobs = underWay.get(env) ?? new Map<string, Promise<Buffer>>();
  underWay.set(env, jobs);
  const running = jobs.get(name);
  if (running) return running;
  const job = readOrMake(env, name, what, make).finally(() => jobs.delete(name));
  jobs.set(name, job);
  return job;
}

async function readOrMake(
  env: Environment,
  name: string,
  what: string,
  make: () => Promise<Buffer>,
): Promise<Buffer> {
  const kept = await env.files.readDerived(name);
  if (kept) return kept;
  const bytes = await make().catch((error: unknown) => {
    throw asMakingError(error, what);
  });
  // Only a cache: an answer does not fail because it could not be kept.
  await env.files
    .writeDerived(name, bytes)
    .catch((error) => env.log.warn({ err: error }, 'derived file was not kept'));
  return bytes;
}

function asMakingError(error: unknown, what: string): unknown {
  if (error instanceof MediaBusy)
    return unavailable(`the server has too much to render now for the ${what}`, BUSY_RETRY_SECONDS, error);
  if (error instanceof MediaTimeout)
    return unavailable(`the ${what} takes too long to make`, BUSY_RETRY_SECONDS, error);
  if (error instanceof MediaUnreadable)
    return new ApiError('RESPONSE_ERROR_NOT_FOUND', `the ${what} cannot be made of its file`);
  return error;
}
