import type { FastifyRequest } from 'fastify';
import { because, exceedsLimit, invalid } from '../errors.ts';
import { ByteLimitExceeded, type FileStore } from '../storage/files/index.ts';
import { beforeAbort } from './before-abort.ts';
import { drainRequest } from './drain-request.ts';
import {
  asFormError,
  type FilePart,
  HEADER_OVERHEAD_BYTES,
  partNameOf,
  type ReceivedFile,
  receivePart,
} from './received-part.ts';

const MAX_FIELDS = 20;
/** A page's form has at most a token, 50 answers and 20 requested files. */
const PAGE = { fields: 51, files: 20 };
const FIELD_BYTES = 65_536;
/** For the bytes before the file: many empty parts from an unknown sender take CPU time. */
const UNKNOWN_SENDER_BYTES = 65_536;

export interface ReceivingEnvironment {
  files: FileStore;
  cutOff: AbortSignal;
}

/**
 * The caller must store or drop the bytes. After an error, no file remains, and the client can read the
 * response.
 */
export async function receiveFile(
  request: FastifyRequest,
  env: ReceivingEnvironment,
  maxBytes: number,
  form?: PageForm,
): Promise<ReceivedFile> {
  const file = await receiveOptionalFile(request, env, maxBytes, form);
  if (file) return file;
  throw invalid(
    'file',
    form ? because('required') : 'is required: one part of the form must be a file named `file`',
  );
}

/** Returns undefined if the form has no file. */
export async function receiveOptionalFile(
  request: FastifyRequest,
  { files, cutOff }: ReceivingEnvironment,
  maxBytes: number,
  form?: PageForm,
): Promise<ReceivedFile | undefined> {
  if (!request.isMultipart()) throw invalid('Content-Type', 'must be multipart/form-data');
  try {
    const read = () => readParts(request, files, maxBytes, form);
    return await beforeAbort(cutOff, read, (result) => result?.bytes.drop());
  } catch (error) {
    await drainRequest(request.raw);
    throw asFormError(error, {
      partName: 'file',
      tooManyFiles: () => invalid('file', 'is given more than once'),
      tooManyParts: () =>
        exceedsLimit(
          'body',
          `has more than ${form ? PAGE.fields : MAX_FIELDS} fields in addition to the file`,
        ),
    });
  }
}

interface PageForm {
  partName: string;
  /** Called with the fields before the first file, or with all if there is none. An error rejects the upload. */
  admit(fields: ReadonlyMap<string, string>): Promise<void>;
}

async function readParts(
  request: FastifyRequest,
  files: FileStore,
  maxBytes: number,
  form: PageForm | undefined,
): Promise<ReceivedFile | undefined> {
  const declaredBytes = Number(request.headers['content-length']);
  if (!form && declaredBytes > maxBytes + HEADER_OVERHEAD_BYTES) throw new ByteLimitExceeded(maxBytes);
  const counts = form ? PAGE : { fields: MAX_FIELDS, files: 2 };
  const limits = {
    fileSize: form ? Number.POSITIVE_INFINITY : maxBytes + 1,
    ...counts,
    parts: counts.fields + counts.files,
    fieldSize: FIELD_BYTES,
    headerPairs: 20,
  };
  const fields = new Map<string, string>();
  let received: ReceivedFile | undefined;
  try {
    let start = form && limitBytesBeforeFile(request);
    const parts = request.parts({ limits, preservePath: true });
    for await (const part of start ? start.within(parts) : parts) {
      if (part.type === 'file') {
        if (start) {
          start.end();
          start = undefined;
          await form?.admit(fields);
        }
        // Pages of earlier releases have one file, named `file`.
        if (form && !(part.filename && [form.partName, 'file'].includes(part.fieldname))) {
          part.file.resume();
          continue;
        }
        checkPart(part, received, form !== undefined);
        received = await receivePart(part, 'file', files, maxBytes);
      } else if (part.fieldname === 'file') {
        throw invalid('file', 'must be a file: its part needs a file name');
      } else fields.set(part.fieldname, String(part.value));
    }
    if (start) {
      start.end();
      await form?.admit(fields);
    }
  } catch (error) {
    await received?.bytes.drop();
    throw error;
  }
  return received;
}

function limitBytesBeforeFile({ raw }: FastifyRequest) {
  const excess = Promise.withResolvers<never>();
  excess.promise.catch(() => undefined);
  let bytes = 0;
  const count = (chunk: Buffer) => {
    const isWithin = bytes <= UNKNOWN_SENDER_BYTES;
    bytes += chunk.length;
    if (isWithin) return;
    raw.unpipe();
    excess.reject(exceedsLimit('body', `has more than ${UNKNOWN_SENDER_BYTES} bytes before the file`));
  };
  return {
    end: () => raw.off('data', count),
    async *within<T>(parts: AsyncIterable<T>): AsyncGenerator<T> {
      const iterator = parts[Symbol.asyncIterator]();
      let next = iterator.next();
      raw.on('data', count);
      for (;;) {
        const { done, value } = await Promise.race([next, excess.promise]);
        if (done) return;
        yield value;
        next = iterator.next();
      }
    },
  };
}

function checkPart(part: FilePart, received: ReceivedFile | undefined, hasOwnName: boolean): void {
  const partName = partNameOf(part);
  if (!hasOwnName && partName !== 'file') {
    throw invalid('file', `must be the name of the file’s part, which is ${JSON.stringify(partName)}`);
  }
  if (received) throw invalid('file', 'is given more than once');
}
