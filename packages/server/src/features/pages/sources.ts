import { createHash } from 'node:crypto';
import type { PageSource } from '@ringbinder/page-renderer';
import type { Environment } from '../../environment/environment.ts';
import type { PageRow } from './queries.ts';
import { createRendition } from './renditions.ts';

/** The bytes that show a page, and their type: its file, or what was made of it, a PDF or of a photo a JPEG. */
export function shownFile(page: PageRow): { sha256: string; mimeType: string } | null {
  const { sha256, mime_type: mimeType, pdf_sha256: pdf } = page;
  if (pdf !== null)
    return { sha256: pdf, mimeType: page.type === 'PAGE_TYPE_IMAGE' ? 'image/jpeg' : 'application/pdf' };
  return sha256 === null || mimeType === null ? null : { sha256, mimeType };
}

/** Where the picture of a page comes from. Throws 503 when the media engine has too much to do. */
export async function sourceOf(env: Environment, page: PageRow): Promise<PageSource> {
  const { width, height, type } = page;
  const size = { width, height };
  switch (type) {
    case 'PAGE_TYPE_WHITEBOARD':
      return { from: 'blank', size };
    case 'PAGE_TYPE_URL':
      return { from: 'card', placeholder: { icon: 'link', ...linkPlaceholder(page), size } };
    case 'PAGE_TYPE_AUDIO':
      return { from: 'card', placeholder: { icon: 'audio', ...mediaPlaceholder(page), size } };
    case 'PAGE_TYPE_VIDEO': {
      const poster = await posterOf(env, page);
      if (poster === null)
        return { from: 'card', placeholder: { icon: 'video', ...mediaPlaceholder(page), size } };
      return { from: 'file', path: poster, mimeType: 'image/jpeg', index: 0 };
    }
    case 'PAGE_TYPE_PDF':
    case 'PAGE_TYPE_IMAGE':
    case 'PAGE_TYPE_NOTE':
    case 'PAGE_TYPE_WEB': {
      const file = shownFile(page);
      if (file === null) return { from: 'blank', size };
      const { sha256, mimeType } = file;
      return { from: 'file', path: env.files.pathOf(sha256), mimeType, index: page.page_index };
    }
  }
}

/** Names a picture's content: two pages that look the same may have the same, two that do not never have. */
export function nameOfSource(source: PageSource): string {
  return createHash('sha256').update(JSON.stringify(source)).digest('hex');
}

function linkPlaceholder({ name, file_name, url }: PageRow): {
  title: string;
  detail: string;
  address?: string;
} {
  const address = url ?? '';
  const title = name || file_name?.replace(/\.(url|webloc)$/i, '') || hostOf(address);
  return { title, detail: address, ...(address === '' ? {} : { address }) };
}

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : address);

function mediaPlaceholder(page: PageRow): { title: string; detail: string } {
  return { title: page.name || page.file_name || '', detail: lengthOf(page) };
}

/** How long a recording lasts, as people write it: 1:02:03. */
export function lengthOf({ duration }: PageRow): string {
  if (duration === null) return '';
  const seconds = Math.round(duration / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, at) => (at === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}

const MAX_REMEMBERED = 10_000;
// Videos that gave no poster: they are not asked again before the next start, for asking takes seconds.
const withoutPoster = new Set<string>();

/** The path of a video's poster, taken now when it is the first time; null when none can be taken here. */
async function posterOf(env: Environment, { id, sha256, duration }: PageRow): Promise<string | null> {
  if (sha256 === null || withoutPoster.has(sha256)) return null;
  const name = `${sha256}/poster.jpg`;
  const poster = await createRendition(env, name, `picture of page ${id}`, async () => {
    const options = { durationMs: duration, signal: env.cutOff };
    return (await env.media.poster(env.files.pathOf(sha256), options)) ?? Buffer.alloc(0);
  });
  if (poster.length > 0) return env.files.derivedPathOf(name);
  if (withoutPoster.size >= MAX_REMEMBERED) withoutPoster.clear();
  withoutPoster.add(sha256);
  return null;
}
