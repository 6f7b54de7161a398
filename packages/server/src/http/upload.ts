import type { Readable } from 'node:stream';
import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { exceedsLimit, invalid } from '../errors.ts';
import { ByteLimitExceeded, type FileStore, type ReceivedBytes } from '../storage/files/index.ts';
import { isStorableText } from './validation.ts';

/** A file that came in a multipart body, in a temporary place. */
export interface ReceivedFile {
  name: string;
  bytes: ReceivedBytes;
}

const LONGEST_NAME = 255;

/**
 * Receives the one file of a multipart body, part `file`, streamed to disk while it is hashed. The caller keeps or
 * drops its bytes. Throws a 400 naming `file` when there is none, two, or a name that cannot be stored, a 413 at the
 * byte after the limit; whatever is thrown, nothing is left on disk.
 */
export async function receiveFile(
  request: FastifyRequest,
  files: FileStore,
  maxBytes: number,
): Promise<ReceivedFile> {
  if (!request.isMultipart()) throw invalid('Content-Type', 'must be multipart/form-data');
  // The stream is cut by our own limit, which knows the byte; busboy's stands one byte later.
  const limits = {
    fileSize: maxBytes + 1,
    files: 2,
    fields: 20,
    parts: 22,
    fieldSize: 65_536,
    headerPairs: 20,
  };
  let received: ReceivedFile | undefined;
  try {
    for await (const part of request.parts({ limits, preservePath: true })) {
      if (part.type !== 'file') continue;
      checkPart(part, received);
      received = { name: part.filename, bytes: await receiveBytes(part.file, files, maxBytes) };
    }
  } catch (error) {
    await received?.bytes.drop();
    throw asUploadError(error);
  }
  if (!received) throw invalid('file', 'is required: one part of the form must be a file named `file`');
  return received;
}

function checkPart(part: Extract<Multipart, { type: 'file' }>, received: ReceivedFile | undefined): void {
  if (part.fieldname !== 'file')
    throw invalid(
      part.fieldname.slice(0, 50),
      'is not a field of this call: the file’s part is named `file`',
    );
  if (received) throw invalid('file', 'is given more than once');
  checkFileName(part.filename);
}

/** Refuses names that another program could take for something else than one file's name. */
export function checkFileName(name: string | undefined): asserts name is string {
  if (!name) throw invalid('file', 'has no file name');
  if (name.length > LONGEST_NAME) throw invalid('file', `has a name longer than ${LONGEST_NAME} characters`);
  if (/[/\\]/.test(name) || name === '.' || name === '..')
    throw invalid('file', 'has a name with path parts');
  // Control characters, and those that turn the direction of writing and so can hide an ending.
  if (!isStorableText(name) || /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(name)) {
    throw invalid('file', 'has a name with control characters');
  }
}

async function receiveBytes(stream: Readable, files: FileStore, maxBytes: number): Promise<ReceivedBytes> {
  const bytes = await files.receive(stream, maxBytes);
  if (bytes.size > 0) return bytes;
  await bytes.drop();
  throw invalid('file', 'is empty');
}

function asUploadError(error: unknown): unknown {
  if (error instanceof ByteLimitExceeded)
    return exceedsLimit('file', `is larger than the limit of ${error.maxBytes} bytes`);
  const { code = '', message = '' } = error as NodeJS.ErrnoException;
  if (code === 'FST_FILES_LIMIT') return invalid('file', 'is given more than once');
  if (code === 'FST_REQ_FILE_TOO_LARGE') return exceedsLimit('file', 'is larger than the limit');
  if (code.startsWith('FST_')) return invalid('body', message);
  if (/Unexpected end of|Malformed part|Boundary not found|Part terminated early/i.test(message)) {
    return invalid('body', `is not complete multipart/form-data: ${message}`);
  }
  return error;
}
