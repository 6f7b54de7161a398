import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type App, acceptsGzip } from '../http/index.ts';
import { cachedPromise } from '../storage/promise-cache.ts';

const compress = promisify(gzip);

/** A file of the pages under an address that changes with it, so that it may be kept for ever. */
export interface Asset {
  path: string;
  type: string;
  content: Buffer;
}

/** What was compressed: the same bytes once for all that serve them. */
const compressed = new WeakMap<Buffer, Promise<Buffer>>();

/** Serves a file from memory, compressed for who takes that. */
export function serveAsset(app: App, { path, ...asset }: Asset): void {
  const open = { schema: { hide: true }, config: { auth: 'none' } } as const;
  app.get(path, open, (request, reply) => sendAsset(request, reply, asset));
}

/** Sends a file that is kept in memory and never changes; compressed, as it is asked for so for the first time. */
export async function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, content }: Omit<Asset, 'path'>,
): Promise<FastifyReply> {
  reply
    .type(type)
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('x-content-type-options', 'nosniff')
    // Workers of a module that is embedded say what the page of the module says (features/web/embed.ts).
    .header('cross-origin-embedder-policy', 'require-corp')
    .header('vary', 'accept-encoding');
  if (!acceptsGzip(request)) return reply.send(content);
  const gzipped = await cachedPromise(compressed, content, () => compress(content));
  return reply.header('content-encoding', 'gzip').send(gzipped);
}
