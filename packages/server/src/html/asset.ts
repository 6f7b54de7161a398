import { gzipSync } from 'node:zlib';
import type { App } from '../http/index.ts';

/** A file of the pages under an address that changes with it, so that it may be kept for ever. */
export interface Asset {
  path: string;
  type: string;
  content: Buffer;
}

/** Serves a file from memory, compressed for who takes that. */
export function serveAsset(app: App, { path, type, content }: Asset): void {
  let gzipped: Buffer | undefined;
  app.get(path, { schema: { hide: true }, config: { auth: 'none' } }, async (request, reply) => {
    reply
      .type(type)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('x-content-type-options', 'nosniff')
      // Workers of a module that is embedded say what the page of the module says (features/web/embed.ts).
      .header('cross-origin-embedder-policy', 'require-corp')
      .header('vary', 'accept-encoding');
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(content);
    gzipped ??= gzipSync(content);
    return reply.header('content-encoding', 'gzip').send(gzipped);
  });
}
