import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import parseRange from 'range-parser';
import Type from 'typebox';
import { invalid } from '../errors.ts';
import type { ByteRange, FileStore } from '../storage/files/index.ts';
import { sendError } from './error-handler.ts';
import { errorAnswers } from './operation.ts';

export interface SentFile {
  sha256: string;
  size: number;
  mimeType: string;
  name: string;
  /** `safe` (default) lets browsers display only types without scripts. */
  disposition?: 'safe' | 'attachment';
}

const content = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
const wrongField = Type.Object({ path: Type.String(), message: Type.String() });

export const byteAnswers = {
  200: { description: 'The whole content.', content },
  206: { description: 'The requested range.', content },
  304: { description: 'The content is the one that `If-None-Match` names.', type: 'null' },
  307: {
    description:
      'With `FILES_DIRECT_READS`: `Location` is the address of the content, valid for five minutes without a token.',
    type: 'null',
  },
  416: {
    ...errorAnswers(() => ({ errors: Type.Array(wrongField) }))[400],
    description: 'The range lies outside of the content.',
  },
};

const INLINE = /^(image\/(png|apng|jpeg|gif|webp|avif|bmp|tiff)|audio\/|video\/)/;

type UserContent = Pick<SentFile, 'mimeType' | 'name' | 'disposition'>;

const isUtf8Text = (mimeType: string) => mimeType.startsWith('text/') && !mimeType.includes('; charset=');

function describeContent({ mimeType, name, disposition = 'safe' }: UserContent) {
  const type = disposition === 'safe' && INLINE.test(mimeType) ? 'inline' : 'attachment';
  return {
    contentType: isUtf8Text(mimeType) ? `${mimeType}; charset=utf-8` : mimeType,
    contentDisposition: contentDisposition(name, { type }),
  };
}

function guardUserContent(reply: FastifyReply, content: UserContent): void {
  const { contentType, contentDisposition } = describeContent(content);
  reply.header('content-type', contentType);
  reply.header('content-disposition', contentDisposition);
  reply.header('x-content-type-options', 'nosniff');
  reply.header('content-security-policy', "sandbox; default-src 'none'");
}

export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  files: FileStore,
  file: SentFile,
): Promise<FastifyReply> {
  const link = request.method === 'GET' ? await files.linkTo(file.sha256, describeContent(file)) : undefined;
  if (link) return reply.header('cache-control', 'no-store').redirect(link, 307);
  return sendRange(request, reply, { ...file, etag: `"${file.sha256}"` }, (range) =>
    files.read(file.sha256, range),
  );
}

export function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: Buffer,
  file: { mimeType: string; name: string },
): FastifyReply {
  const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`;
  return sendRange(request, reply, { ...file, size: bytes.length, etag }, (range) =>
    range ? bytes.subarray(range.start, range.end + 1) : bytes,
  );
}

function sendRange(
  request: FastifyRequest,
  reply: FastifyReply,
  content: Omit<SentFile, 'sha256'> & { etag: string },
  read: (range?: ByteRange) => Readable | Buffer,
): FastifyReply {
  const { size, etag } = content;
  reply.header('accept-ranges', 'bytes').header('etag', etag);
  if (isKnown(etag, request.headers['if-none-match'])) return reply.code(304).send();
  const range = rangeOf(request, content);
  if (range === 'outside') {
    const error = invalid('Range', `is outside the ${size} bytes of the content`);
    return sendError(error, request, reply.header('content-range', `bytes */${size}`), 416);
  }
  guardUserContent(reply, content);
  const { start, end } = range ?? { start: 0, end: size - 1 };
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  reply.header('content-length', end - start + 1);
  // For HEAD, Fastify would read the whole file.
  return reply.send(request.method === 'HEAD' ? Readable.from([]) : read(range));
}

/** A malformed header, an unknown unit or several ranges get the whole content (RFC 9110, section 14.2). */
function rangeOf(
  { headers }: FastifyRequest,
  { size, etag }: { size: number; etag: string },
): ByteRange | 'outside' | undefined {
  const { range = '', 'if-range': condition = etag } = headers;
  if (!range.startsWith('bytes=') || condition !== etag) return undefined;
  const ranges = parseRange(size, range);
  if (ranges === -1) return 'outside';
  return ranges === -2 || ranges.length > 1 ? undefined : ranges[0];
}

function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
