import type { PageSource } from '@ringbinder/page-renderer';
import type { Environment } from '../../../environment/environment.ts';
import { createDerivedFile } from '../derived-files.ts';
import type { PageRow } from '../queries.ts';
import type { ServerKind } from './kind.ts';

export const audio: Partial<ServerKind> = {
  source: (_, page) => cardOf('audio', page),
};

export const video: Partial<ServerKind> = {
  async source(env, page) {
    const path = await posterOf(env, page);
    return path === null ? cardOf('video', page) : { from: 'file', path, mimeType: 'image/jpeg', index: 0 };
  },
  caption: (page) => [nameOf(page), lengthOf(page)].filter(Boolean).join('  ·  '),
};

function cardOf(icon: 'audio' | 'video', page: PageRow): PageSource {
  const size = { width: page.width, height: page.height };
  return { from: 'card', placeholder: { icon, title: nameOf(page), detail: lengthOf(page), size } };
}

const nameOf = ({ name, file_name }: PageRow) => name || file_name || '';

function lengthOf({ duration }: PageRow): string {
  if (duration === null) return '';
  const seconds = Math.round(duration / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const visibleParts = parts[0] === 0 ? parts.slice(1) : parts;
  return visibleParts.map((part, at) => (at === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}

const MAX_REMEMBERED = 10_000;
// An attempt takes seconds, so a failed attempt is not repeated until the process restarts.
const withoutPoster = new Set<string>();

async function posterOf(env: Environment, { id, sha256, duration }: PageRow): Promise<string | null> {
  if (sha256 === null || withoutPoster.has(sha256)) return null;
  const name = `${sha256}/poster.jpg`;
  const poster = await createDerivedFile(env, name, `picture of page ${id}`, async () => {
    const options = { durationMs: duration, signal: env.cutOff };
    return (await env.media.poster(env.files.pathOf(sha256), options)) ?? Buffer.alloc(0);
  });
  if (poster.length > 0) return env.files.derivedPathOf(name);
  if (withoutPoster.size >= MAX_REMEMBERED) withoutPoster.clear();
  withoutPoster.add(sha256);
  return null;
}
