import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { MediaBusy, MediaTimeout, MediaUnreadable } from '@ringbinder/page-renderer';
import { pageKind } from '@ringbinder/protocol/page-kinds.ts';
import { LRUCache } from 'lru-cache';
import type { Environment } from '../../environment/environment.ts';
import { ApiError, unavailable } from '../../errors.ts';
import { type BoundedLimit, createBoundedLimit } from '../../limits/bounded-limit.ts';
import { type Download, DownloadFailed } from '../../outbound/index.ts';

export const MAX_PICTURE_BYTES = 5 * 1024 ** 2;
const BOX = { maxWidth: 1600, maxHeight: 1600, format: 'webp' } as const;
const RETENTION_MS = 7 * 24 * 60 * 60 * 1000;
const FAILURE_RETENTION_MS = 10 * 60 * 1000;
const MAX_FAILURES = 10_000;
const MAX_LOADS = 16;
const MAX_WAITING_LOADS = 256;
/** A slow host must not delay other hosts. */
const MAX_LOADS_OF_HOST = 4;
const MAX_WAITING_LOADS_OF_HOST = 64;
const MAX_CACHE_BYTES = 1024 ** 3;
const BUSY_RETRY_SECONDS = 2;
/** Each file of this cache starts with its expiry time. */
const FOLDER = 'external';
const EXPIRY_BYTES = 8;

export type LoadPicture = (url: string) => Promise<Buffer>;

/** Concurrent calls for the same picture share one load. */
export function createPictureLoader(env: Environment, download: Download): LoadPicture {
  const running = new Map<string, Promise<Buffer>>();
  const limit = createBoundedLimit(MAX_LOADS, MAX_WAITING_LOADS, tooMany);
  const hosts = new Map<string, { limit: BoundedLimit; loads: number }>();
  const failures = new LRUCache<string, number>({ maxSize: MAX_FAILURES, sizeCalculation: () => 1 });

  async function load(url: string, name: string): Promise<Buffer> {
    try {
      const bytes = await reencode(env, await download.get(url, env.cutOff));
      await writeCached(env, name, bytes);
      return bytes;
    } catch (error) {
      if (error instanceof MediaBusy)
        throw unavailable(
          'the server is processing too many pictures; try again in a few seconds',
          BUSY_RETRY_SECONDS,
          error,
        );
      env.cutOff.throwIfAborted();
      if (!isPictureError(error)) throw error;
      failures.set(name, env.clock.now());
      throw sourceUnavailable();
    }
  }

  async function withinLimits(url: string, work: () => Promise<Buffer>): Promise<Buffer> {
    // Older messages may contain invalid addresses.
    const host = URL.parse(url)?.host;
    if (host === undefined) throw sourceUnavailable();
    const hostEntry = hosts.get(host) ?? {
      limit: createBoundedLimit(MAX_LOADS_OF_HOST, MAX_WAITING_LOADS_OF_HOST, tooMany),
      loads: 0,
    };
    hosts.set(host, hostEntry);
    hostEntry.loads++;
    try {
      return await hostEntry.limit(() => limit(work));
    } finally {
      if (--hostEntry.loads === 0) hosts.delete(host);
    }
  }

  return async (url) => {
    const name = `${FOLDER}/${createHash('sha256').update(url).digest('hex')}`;
    const cached = await readCached(env, name);
    if (cached) return cached;
    if ((failures.get(name) ?? Number.NEGATIVE_INFINITY) > env.clock.now() - FAILURE_RETENTION_MS)
      throw sourceUnavailable();
    const pending = running.get(name);
    if (pending) return pending;
    const job = withinLimits(url, () => load(url, name)).finally(() => running.delete(name));
    running.set(name, job);
    return job;
  };
}

function tooMany(): ApiError {
  return unavailable(
    'the server is loading too many pictures; try again in a few seconds',
    BUSY_RETRY_SECONDS,
  );
}

export function deleteOldPictures({ files }: Pick<Environment, 'files'>): Promise<void> {
  return files.removeDerived(FOLDER, RETENTION_MS, MAX_CACHE_BYTES);
}

/** Inspection would convert a document, so only pictures pass. */
function hasImageSignature(bytes: Buffer): boolean {
  const hex = bytes.toString('hex', 0, 12);
  return /^(?:89504e470d0a1a0a|ffd8ff|47494638(?:37|39)61|52494646.{8}57454250)/.test(hex);
}

async function reencode({ files, media, cutOff }: Environment, bytes: Buffer): Promise<Buffer> {
  if (!hasImageSignature(bytes)) throw new MediaUnreadable('it is not a picture');
  const received = await files.receive(Readable.from([bytes]), MAX_PICTURE_BYTES);
  try {
    const inspection = await media.inspect(received.path, { fileName: '', signal: cutOff });
    if (!inspection.ok || inspection.pageType === null || !pageKind(inspection.pageType).isImage)
      throw new MediaUnreadable('it is not a raster image');
    const { mimeType } = inspection;
    return (await media.render(received.path, { mimeType, index: 0, ...BOX, signal: cutOff })).bytes;
  } finally {
    await received.drop();
  }
}

function isPictureError(error: unknown): boolean {
  return error instanceof DownloadFailed || error instanceof MediaUnreadable || error instanceof MediaTimeout;
}

function sourceUnavailable(): ApiError {
  return new ApiError('RESPONSE_ERROR_NOT_FOUND', 'the source of the picture is unavailable');
}

async function readCached({ files, clock }: Environment, name: string): Promise<Buffer | null> {
  const storedBytes = await files.readDerived(name);
  if (!storedBytes || storedBytes.readDoubleBE(0) < clock.now()) return null;
  return storedBytes.subarray(EXPIRY_BYTES);
}

async function writeCached({ files, clock, log }: Environment, name: string, bytes: Buffer): Promise<void> {
  const expiry = Buffer.alloc(EXPIRY_BYTES);
  expiry.writeDoubleBE(clock.now() + RETENTION_MS);
  await files
    .writeDerived(name, Buffer.concat([expiry, bytes]))
    .catch((error) => log.warn({ err: error }, 'image proxy: caching failed'));
}
