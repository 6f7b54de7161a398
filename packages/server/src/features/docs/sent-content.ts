import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsGzip } from '../../http/index.ts';

export interface SentContent {
  plain: Buffer;
  gzipped: Buffer;
  etag: string;
}

export async function prepareContent(content: Buffer | string): Promise<SentContent> {
  const plain = Buffer.from(content);
  const etag = `"${createHash('sha256').update(plain).digest('base64')}"`;
  return { plain, gzipped: await promisify(gzip)(plain), etag };
}

export function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  content: SentContent,
): FastifyReply {
  reply
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding')
    .header('etag', content.etag);
  if (request.headers['if-none-match'] === content.etag) return reply.code(304).send();
  return acceptsGzip(request)
    ? reply.header('content-encoding', 'gzip').send(content.gzipped)
    : reply.send(content.plain);
}
