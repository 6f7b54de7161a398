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
  const gzipped = gzipSync(content);
  app.get(path, { schema: { hide: true }, config: { auth: 'none' } }, async (request, reply) => {
    reply
      .type(type)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('x-content-type-options', 'nosniff')
      .header('vary', 'accept-encoding');
    return /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
      ? reply.header('content-encoding', 'gzip').send(gzipped)
      : reply.send(content);
  });
}
