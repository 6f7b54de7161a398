import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { App } from '../http/index.ts';

const design = new URL('../../../web/design/', import.meta.url);
const FILES = ['tokens.css', 'base.css', 'components.css'];

/** The stylesheet of the pages that the server writes. Its address changes with it, so it may be kept for ever. */
const stylesheet = FILES.map((name) => readFileSync(new URL(name, design), 'utf8')).join('\n');
const name = createHash('sha256').update(stylesheet).digest('hex').slice(0, 16);

/** The path of the stylesheet. */
export const stylesheetPath = `/assets/${name}.css`;

/** Serves the stylesheet. */
export function serveStylesheet(app: App): void {
  app.get(stylesheetPath, { schema: { hide: true }, config: { auth: 'none' } }, async (_request, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('x-content-type-options', 'nosniff')
      .send(stylesheet),
  );
}
