import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import parseRange from 'range-parser';
import type { ByteRange, FileStore } from '../storage/files/index.ts';

/** Kept bytes to send. */
export interface SentFile {
  sha256: string;
  size: number;
  mimeType: string;
  name: string;
}

// What a browser may show in place without risk: it cannot hold script.
const INLINE = /^(image\/(png|jpeg|gif|webp|avif|bmp|tiff)|audio\/|video\/)/;

/** Headers for content that users brought: never run, never sniffed, saved rather than shown unless it is a picture or sound. */
export function guardUserContent(reply: FastifyReply, mimeType: string, name: string): void {
  const type = INLINE.test(mimeType) ? 'inline' : 'attachment';
  reply.header('content-type', mimeType.startsWith('text/') ? `${mimeType}; charset=utf-8` : mimeType);
  reply.header('content-disposition', contentDisposition(name, { type }));
  reply.header('x-content-type-options', 'nosniff');
  reply.header('content-security-policy', "sandbox; default-src 'none'");
}

/** Streams a kept file, or the one range that was asked for (206; 416 when it lies outside). */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  files: FileStore,
  file: SentFile,
): FastifyReply {
  guardUserContent(reply, file.mimeType, file.name);
  return sendRange(request, reply, { size: file.size, etag: `"${file.sha256}"` }, (range) =>
    files.read(file.sha256, range),
  );
}

/** Sends bytes that are in memory, or a range of them, as user content. */
export function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: Buffer,
  file: { mimeType: string; name: string },
): FastifyReply {
  guardUserContent(reply, file.mimeType, file.name);
  const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`;
  return sendRange(request, reply, { size: bytes.length, etag }, (range) =>
    range ? bytes.subarray(range.start, range.end + 1) : bytes,
  );
}

function sendRange(
  request: FastifyRequest,
  reply: FastifyReply,
  content: { size: number; etag: string },
  read: (range?: ByteRange) => Readable | Buffer,
): FastifyReply {
  const { size, etag } = content;
  reply.header('accept-ranges', 'bytes').header('etag', etag);
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  const { range: asked, 'if-range': condition } = request.headers;
  const ranges =
    asked === undefined || (condition !== undefined && condition !== etag) ? -2 : parseRange(size, asked);
  if (ranges === -1) return reply.code(416).header('content-range', `bytes */${size}`).send();
  // A malformed header, and several ranges at once, may be answered with the whole (RFC 9110, section 14.2).
  const [range] = ranges === -2 || ranges.length > 1 ? [] : ranges;
  if (!range) return reply.header('content-length', size).send(read());
  const { start, end } = range;
  reply
    .code(206)
    .header('content-range', `bytes ${start}-${end}/${size}`)
    .header('content-length', end - start + 1);
  return reply.send(read({ start, end }));
}
