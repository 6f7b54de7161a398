import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type App, acceptsGzip } from '../http/index.ts';
import { cachedPromise } from '../storage/promise-cache.ts';

const compress = promisify(gzip);

export interface Asset {
  path: string;
  type: string;
  content: Buffer;
}

const compressed = new WeakMap<Buffer, Promise<Buffer>>();

export function serveAsset(app: App, { path, ...asset }: Asset): void {
  const open = { schema: { hide: true }, config: { auth: 'none' } } as const;
  app.get(path, open, (request, reply) => sendAsset(request, reply, asset));
}

export async function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, content }: Omit<Asset, 'path'>,
): Promise<FastifyReply> {
  reply
    .type(type)
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('x-content-type-options', 'nosniff')
    // A worker script needs the embedder policy of its page.
    .header('cross-origin-embedder-policy', 'require-corp')
    .header('vary', 'accept-encoding');
  if (!acceptsGzip(request)) return reply.send(content);
  const gzipped = await cachedPromise(compressed, content, () => compress(content));
  return reply.header('content-encoding', 'gzip').send(gzipped);
}
