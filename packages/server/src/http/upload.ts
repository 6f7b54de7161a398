import type { Readable } from 'node:stream';
import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { exceedsLimit, invalid } from '../errors.ts';
import { ByteLimitExceeded, type FileStore, type ReceivedBytes } from '../storage/files/index.ts';
import { discardRest } from './discard.ts';
import { readFileName } from './file-name.ts';

/** A file that came in a multipart body, in a temporary place. */
export interface ReceivedFile {
  name: string;
  bytes: ReceivedBytes;
}

type FilePart = Extract<Multipart, { type: 'file' }>;

const MOST_FIELDS = 20;
const FIELD_BYTES = 65_536;
/** What fields, part headers and boundaries can add to the file itself. */
const ROOM_BESIDE_THE_FILE = 4 * 1024 ** 2;

/**
 * Receives the one file of a multipart body, part `file`, streamed to disk while it is hashed. The caller keeps or
 * drops its bytes. Throws a 400 naming `file` when there is none, two, an empty one, or a name that cannot be stored, a
 * 413 at the byte after the limit. Whatever is thrown, nothing is left on disk, and the sender can read the answer.
 */
export async function receiveFile(
  request: FastifyRequest,
  files: FileStore,
  maxBytes: number,
): Promise<ReceivedFile> {
  if (!request.isMultipart()) throw invalid('Content-Type', 'must be multipart/form-data');
  try {
    return await readForm(request, files, maxBytes);
  } catch (error) {
    await discardRest(request.raw);
    throw asUploadError(error);
  }
}

async function readForm(request: FastifyRequest, files: FileStore, maxBytes: number): Promise<ReceivedFile> {
  const announced = Number(request.headers['content-length']);
  if (announced > maxBytes + ROOM_BESIDE_THE_FILE) throw new ByteLimitExceeded(maxBytes);
  // The stream is cut by the store, which knows the byte; busboy's limit stands one byte later.
  const limits = {
    fileSize: maxBytes + 1,
    files: 2,
    fields: MOST_FIELDS,
    parts: MOST_FIELDS + 2,
    fieldSize: FIELD_BYTES,
    headerPairs: 20,
  };
  let received: ReceivedFile | undefined;
  try {
    for await (const part of request.parts({ limits, preservePath: true })) {
      if (part.type === 'file') {
        checkPart(part, received);
        const name = readFileName(part.filename);
        received = { name, bytes: await receiveBytes(part.file, files, maxBytes) };
      } else if (part.fieldname === 'file') {
        throw invalid('file', 'must be a file: its part needs a file name');
      }
    }
  } catch (error) {
    await received?.bytes.drop();
    throw error;
  }
  if (!received) throw invalid('file', 'is required: one part of the form must be a file named `file`');
  return received;
}

function checkPart({ fieldname }: FilePart, received: ReceivedFile | undefined): void {
  // The types promise a name, but a part may come without one.
  const partName = (fieldname as string | undefined)?.slice(0, 50).toWellFormed();
  if (partName !== 'file') {
    throw invalid('file', `must be the name of the file’s part, which is ${JSON.stringify(partName ?? '')}`);
  }
  if (received) throw invalid('file', 'is given more than once');
}

async function receiveBytes(stream: Readable, files: FileStore, maxBytes: number): Promise<ReceivedBytes> {
  const bytes = await files.receive(stream, maxBytes);
  if (bytes.size > 0) return bytes;
  await bytes.drop();
  throw invalid('file', 'is empty');
}

const CUT_OFF = 'is cut off: the closing boundary of the form is missing';

function asUploadError(error: unknown): unknown {
  if (error instanceof ByteLimitExceeded)
    return exceedsLimit('file', `is larger than the limit of ${error.maxBytes} bytes`);
  const { code = '', message = '' } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'FST_FILES_LIMIT':
      return invalid('file', 'is given more than once');
    case 'FST_REQ_FILE_TOO_LARGE':
      return exceedsLimit('file', 'is larger than the limit');
    case 'FST_FIELDS_LIMIT':
    case 'FST_PARTS_LIMIT':
      return exceedsLimit('body', `has more than ${MOST_FIELDS} fields beside the file`);
    case 'FST_MP_PREMATURE_CLOSE':
    case 'ECONNRESET':
      return invalid('body', CUT_OFF);
  }
  if (code.startsWith('FST_')) return invalid('body', `is no form that is taken: ${message}`);
  if (/Boundary not found/i.test(message))
    return invalid('Content-Type', 'must name the boundary of the form');
  if (/Unexpected end of|Part terminated early/i.test(message)) return invalid('body', CUT_OFF);
  return error;
}
