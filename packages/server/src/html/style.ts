import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { App } from '../http/index.ts';

const design = new URL('../../../web/design/', import.meta.url);
const FILES = [
  'tokens.css',
  'base.css',
  'components.css',
  'data.css',
  'overlays.css',
  'charts.css',
  'sections.css',
  'shell.css',
];

/** A file of the design, served under an address that changes with it, so that it may be kept for ever. */
interface Asset {
  path: string;
  type: string;
  content: string;
}

function asset(ending: string, type: string, content: string): Asset {
  const name = createHash('sha256').update(content).digest('hex').slice(0, 16);
  return { path: `/assets/${name}.${ending}`, type, content };
}

const read = (name: string) => readFileSync(new URL(name, design), 'utf8');
const stylesheet = asset('css', 'text/css; charset=utf-8', FILES.map(read).join('\n'));
const icon = asset('svg', 'image/svg+xml', read('icon.svg'));

/** The path of the stylesheet of the pages that the server writes. */
export const stylesheetPath = stylesheet.path;
/** The path of the icon. */
export const iconPath = icon.path;

/** Serves stylesheet and icon. */
export function serveDesign(app: App): void {
  const options = { schema: { hide: true }, config: { auth: 'none' } } as const;
  for (const { path, type, content } of [stylesheet, icon]) {
    app.get(path, options, async (_request, reply) =>
      reply
        .type(type)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('x-content-type-options', 'nosniff')
        .send(content),
    );
  }
}
