import { createHash } from 'node:crypto';
import type { Environment } from '../../environment/environment.ts';
import { type Download, DownloadFailed } from '../../outbound/index.ts';
import { isOfHost } from './link.ts';
import { readPage, type StoredPreview } from './read-page.ts';

const FOLDER = 'link-previews';
const MAX_CACHED_BYTES = 64 * 1024 ** 2;
const CACHE_MS = 24 * 60 * 60 * 1000;
const FAILURE_CACHED_MS = 10 * 60 * 1000;

interface CachedPreview {
  until: number;
  preview: StoredPreview | null;
}

export async function loadPreview(
  env: Environment,
  download: Download,
  url: string,
): Promise<StoredPreview | null> {
  const name = `${FOLDER}/${createHash('sha256').update(url).digest('hex')}`;
  const now = env.clock.now();
  const stored = await env.files.readDerived(name);
  const cached = stored && parseCached(stored);
  if (cached && cached.until > now) return cached.preview;
  const preview = await downloadPreview(env, download, url);
  const entry: CachedPreview = { until: now + (preview ? CACHE_MS : FAILURE_CACHED_MS), preview };
  await env.files
    .writeDerived(name, Buffer.from(JSON.stringify(entry)))
    .catch((error) => env.log.warn({ err: error }, 'link previews: caching failed'));
  return preview;
}

async function downloadPreview(
  env: Environment,
  download: Download,
  url: string,
): Promise<StoredPreview | null> {
  try {
    const isOwn = (target: URL) => isOfHost(target, env.baseUrl());
    return readPage(url, await download.getPage(url, env.cutOff, isOwn));
  } catch (error) {
    env.cutOff.throwIfAborted();
    if (error instanceof DownloadFailed) return null;
    throw error;
  }
}

function parseCached(stored: Buffer): CachedPreview | undefined {
  try {
    return JSON.parse(stored.toString()) as CachedPreview;
  } catch {
    return undefined;
  }
}

export function deleteOldPreviews({ files }: Pick<Environment, 'files'>): Promise<void> {
  return files.removeDerived(FOLDER, CACHE_MS, MAX_CACHED_BYTES);
}
