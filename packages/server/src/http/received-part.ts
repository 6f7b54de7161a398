import type { Readable } from 'node:stream';
import type { Multipart } from '@fastify/multipart';
import { type ApiError, because, exceedsLimit, invalid } from '../errors.ts';
import { ByteLimitExceeded, type FileStore, type ReceivedBytes } from '../storage/files/index.ts';
import { readFileName } from './file-name.ts';

export interface ReceivedFile {
  name: string;
  bytes: ReceivedBytes;
}

export type FilePart = Extract<Multipart, { type: 'file' }>;

export const HEADER_OVERHEAD_BYTES = 4 * 1024 ** 2;

export function partNameOf({ fieldname }: { fieldname: string }): string {
  return (fieldname as string | undefined)?.slice(0, 50).toWellFormed() ?? '';
}

export async function receivePart(
  { filename, file }: FilePart,
  partName: string,
  files: FileStore,
  maxBytes: number,
): Promise<ReceivedFile> {
  const name = readFileName(filename, partName);
  return { name, bytes: await receiveBytes(file, partName, files, maxBytes) };
}

async function receiveBytes(
  stream: Readable,
  partName: string,
  files: FileStore,
  maxBytes: number,
): Promise<ReceivedBytes> {
  const bytes = await files.receive(stream, maxBytes);
  if (bytes.size > 0) return bytes;
  await bytes.drop();
  throw invalid(partName, because('file_empty'));
}

/** Limit of RFC 2046, section 5.1.1. */
const MAX_BOUNDARY_LENGTH = 70;

const CUT_OFF = 'is cut off: the closing boundary of the form is missing';

export interface FormRefusals {
  partName: string;
  tooManyFiles(): ApiError;
  tooManyParts(): ApiError;
}

export function asFormError(error: unknown, { partName, ...refusals }: FormRefusals): unknown {
  if (error instanceof ByteLimitExceeded)
    return exceedsLimit(partName, because('larger_than', { limit: error.maxBytes }));
  const { code = '', message = '' } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'FST_FILES_LIMIT':
      return refusals.tooManyFiles();
    case 'FST_REQ_FILE_TOO_LARGE':
      return exceedsLimit(partName, because('too_large'));
    case 'FST_FIELDS_LIMIT':
    case 'FST_PARTS_LIMIT':
      return refusals.tooManyParts();
    case 'FST_MP_PREMATURE_CLOSE':
    case 'ECONNRESET':
      return invalid('body', CUT_OFF);
  }
  if (code.startsWith('FST_')) return invalid('body', `is not a valid form: ${message}`);
  if (/needle cannot have a length/i.test(message))
    return invalid('Content-Type', `must name a boundary of at most ${MAX_BOUNDARY_LENGTH} characters`);
  if (/Boundary not found/i.test(message))
    return invalid('Content-Type', 'must name the boundary of the form');
  if (/Unexpected end of|Part terminated early/i.test(message)) return invalid('body', CUT_OFF);
  return error;
}
