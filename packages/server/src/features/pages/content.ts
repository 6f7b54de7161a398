import { once } from 'node:events';
import { Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import { charsetOf } from '@ringbinder/page-renderer';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../../environment/environment.ts';
import { exceedsLimit } from '../../errors.ts';
import { type SentFile, sendBytes, sendFile } from '../../http/index.ts';

export type PageContent = { stored: SentFile } | { generated: Buffer; mimeType: string; name: string };

export function sendContent(
  env: Environment,
  content: PageContent,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  if ('stored' in content) return sendFile(request, reply, env.files, content.stored);
  return sendBytes(request, reply, content.generated, content);
}

const MAX_JSON_BYTES = 32 * 1024 ** 2;
/** A multiple of three, so that base64 parts can be concatenated. */
const PART_BYTES = 48 * 1024;

/** Streams the response, because 31 MB in one piece blocked all requests for 600 ms. */
export async function contentInJson(env: Environment, content: PageContent): Promise<Readable> {
  const mimeType = 'stored' in content ? content.stored.mimeType : content.mimeType;
  const size = 'stored' in content ? content.stored.size : content.generated.length;
  if (size > MAX_JSON_BYTES) {
    throw exceedsLimit(
      'raw',
      `must be true: the page has ${size} bytes, more than the ${MAX_JSON_BYTES} of a JSON answer`,
    );
  }
  const isText = mimeType.startsWith('text/') || mimeType === 'image/svg+xml';
  const charset = charsetOf(mimeType);
  const encoding = isText && (await isIn(charset, bytesOf(env, content))) ? 'utf-8' : 'base64';
  const bytes = bytesOf(env, content);
  // Throws read errors before the response starts.
  await once(bytes, 'readable');
  return Readable.from(partsOf(bytes, encoding, mimeType));
}

function bytesOf(env: Environment, content: PageContent): Readable {
  if ('stored' in content) return env.files.read(content.stored.sha256);
  const { generated } = content;
  const places = Array.from({ length: Math.ceil(generated.length / PART_BYTES) }, (_, at) => at * PART_BYTES);
  return Readable.from(places.map((at) => generated.subarray(at, at + PART_BYTES)));
}

async function* partsOf(
  bytes: Readable,
  encoding: 'utf-8' | 'base64',
  mimeType: string,
): AsyncGenerator<string> {
  yield '{"code":"RESPONSE_SUCCESS","data":{"page":"';
  yield* encoding === 'base64' ? inBase64(bytes) : asText(bytes, charsetOf(mimeType));
  yield `","encoding":"${encoding}","mime_type":${JSON.stringify(mimeType)}}}`;
}

async function* inBase64(bytes: Readable): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const part of bytes) {
    const whole = Buffer.concat([rest, part as Buffer]);
    const end = whole.length - (whole.length % 3);
    rest = whole.subarray(end);
    yield whole.toString('base64', 0, end);
  }
  yield rest.toString('base64');
}

async function* asText(bytes: Readable, charset: string): AsyncGenerator<string> {
  const decoder = strictDecoder(charset);
  for await (const part of bytes) yield inQuotes(decoder.decode(part as Buffer, { stream: true }));
  yield inQuotes(decoder.decode());
}

async function isIn(charset: string, bytes: Readable): Promise<boolean> {
  const decoder = strictDecoder(charset);
  try {
    for await (const part of bytes) decoder.decode(part as Buffer, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Preserves the byte order mark, so that encoding the text yields the same bytes. */
function strictDecoder(charset: string): TextDecoder {
  return new TextDecoder(charset, { fatal: true, ignoreBOM: charset === 'utf-8' });
}

function inQuotes(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
