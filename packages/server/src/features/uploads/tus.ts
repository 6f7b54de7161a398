import { PassThrough, type Readable } from 'node:stream';
import type { Server, Upload } from '@tus/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type ApiError,
  conflict,
  exceedsLimit,
  invalid,
  notFound,
  preconditionFailed,
} from '../../errors.ts';
import { type App, discardRest } from '../../http/index.ts';

/** The version of the protocol, and what of it there is. */
export const TUS_VERSION = '1.0.0';
export const TUS_EXTENSIONS = [
  'creation',
  'creation-with-upload',
  'creation-defer-length',
  'expiration',
  'termination',
];

/** The headers that mean something to the protocol, and none of ours. */
const SENT = [
  'tus-resumable',
  'upload-length',
  'upload-defer-length',
  'upload-metadata',
  'upload-offset',
  'upload-concat',
  'content-type',
  'content-length',
];
const ANSWERED = [
  'location',
  'upload-offset',
  'upload-length',
  'upload-defer-length',
  'upload-metadata',
  'upload-expires',
  'cache-control',
];

/** How an upload stands, as the protocol tells it. */
export interface TusUpload {
  /** Undefined: told later. */
  length: number | undefined;
  received: number;
  expiresAt: number;
}

/** What one call may ask of the uploads that are kept. Each throws what the caller is to be told. */
export interface TusStore {
  /** Begins an upload, and gives its id. */
  create(length: number | undefined, metadata: Record<string, string | null>): Promise<string>;
  find(id: string): Promise<TusUpload>;
  /** Takes bytes at an offset, and gives the offset behind them. */
  write(id: string, stream: Readable, offset: number): Promise<number>;
  setLength(id: string, length: number): Promise<void>;
  remove(id: string): Promise<void>;
}

/** What the library needs to know of a call. */
export interface TusCall {
  store: TusStore;
  maxBytes: number;
  /** The address of an upload. */
  locate(id: string): string;
  uploadId?: string;
}

const UPLOADS = /\/uploads\/?(?:[^/?]+\/?)?(?:\?|$)/;

/** Tells in the answer to OPTIONS what of the protocol there is. Before the hook that answers preflights. */
export function announceTus(app: App, maxBytes: number): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'OPTIONS' || !UPLOADS.test(request.url)) return;
    reply
      .header('tus-resumable', TUS_VERSION)
      .header('tus-version', TUS_VERSION)
      .header('tus-extension', TUS_EXTENSIONS.join(','))
      .header('tus-max-size', maxBytes);
  });
}

/**
 * Throws 412 for a request of another version of the protocol, which the library takes for a malformed one. The answer names
 * the version in any case.
 */
export async function requireVersion(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('tus-resumable', TUS_VERSION);
  if (request.headers['tus-resumable'] === TUS_VERSION) return;
  reply.header('tus-version', TUS_VERSION);
  throw preconditionFailed(`Tus-Resumable must be ${TUS_VERSION}`, [
    { path: 'Tus-Resumable', message: `must be ${TUS_VERSION}` },
  ]);
}

/**
 * Has @tus/server do what the protocol wants of a request, and puts the headers of its answer into ours. Throws what the
 * store threw, or the refusal of the library in the form of the contract; then the sender can read the answer.
 */
export async function runTus(request: FastifyRequest, reply: FastifyReply, call: TusCall): Promise<void> {
  let failure: unknown;
  const server = await createServer(call, (error) => {
    failure = error;
  });
  const body = hasBody(request) ? copyOf(request.raw) : null;
  try {
    const response = await server.handleWeb(webRequest(request, body));
    if (failure !== undefined) throw asApiError(failure, request, call);
    if (response.status >= 400) {
      throw asApiError({ status_code: response.status, body: await response.text() }, request, call);
    }
    for (const name of ANSWERED) {
      const value = response.headers.get(name);
      if (value !== null) reply.header(name, value);
    }
    reply.code(response.status);
  } catch (error) {
    if (body) {
      request.raw.unpipe(body);
      body.destroy();
    }
    await discardRest(request.raw);
    throw error;
  }
}

/** A server for one request: what it asks its store is about that one, and its caller. */
async function createServer(call: TusCall, fail: (error: unknown) => void): Promise<Server> {
  // With its own web server it takes 20 MB, which a process without such uploads does not need.
  const tus = await import('@tus/server');
  return new tus.Server({
    path: '/',
    datastore: dataStore(tus, call.store),
    maxSize: call.maxBytes,
    // The store settles who writes, and not only in this process.
    locker: { newLock: () => ({ lock: async () => {}, unlock: async () => {} }) },
    generateUrl: (_request, { id }) => call.locate(id),
    getFileIdFromRequest: () => call.uploadId,
    namingFunction: () => 'new',
    onResponseError: (_request, error) => {
      fail(error);
      return undefined;
    },
  });
}

/** The library tells when an upload expires by the time of its creation. */
const EXPIRATION_MS = 1;

function dataStore(tus: typeof import('@tus/server'), store: TusStore) {
  const stateOf = async (id: string): Promise<Upload> => {
    const { length, received, expiresAt } = await store.find(id);
    const creation_date = new Date(expiresAt - EXPIRATION_MS).toISOString();
    return new tus.Upload({
      id,
      offset: received,
      creation_date,
      ...(length === undefined ? {} : { size: length }),
    });
  };
  return Object.assign(new tus.DataStore(), {
    extensions: TUS_EXTENSIONS,
    getExpiration: () => EXPIRATION_MS,
    async create(upload: Upload) {
      upload.id = await store.create(upload.size, upload.metadata ?? {});
      upload.creation_date = (await stateOf(upload.id)).creation_date;
      return upload;
    },
    getUpload: stateOf,
    write: (stream: Readable, id: string, offset: number) => store.write(id, stream, offset),
    declareUploadLength: (id: string, length: number) => store.setLength(id, length),
    remove: (id: string) => store.remove(id),
  });
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** What the library does to a stream that it gives up must not close the connection. */
function copyOf(source: Readable): PassThrough {
  const copy = new PassThrough();
  source.once('error', (error) => copy.destroy(error));
  source.once('close', () => {
    if (!source.readableEnded && !copy.destroyed) copy.destroy(new Error('the connection broke'));
  });
  return source.pipe(copy);
}

function webRequest(request: FastifyRequest, body: PassThrough | null): Parameters<Server['handleWeb']>[0] {
  const headers = new Headers();
  for (const name of SENT) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  const init = { method: request.method, headers, body, duplex: 'half' };
  return new Request('http://upload.invalid/uploads', init as unknown as RequestInit) as never;
}

/** The library's errors are `{status_code, body}`; anything else is what the store threw. */
function asApiError(error: unknown, request: FastifyRequest, { uploadId = '', maxBytes }: TusCall): unknown {
  const { status_code: status, body = '' } = error as { status_code?: number; body?: string };
  if (status === undefined) return error;
  if (error instanceof Error) return tooLong();
  const [, header] = /^Invalid ([a-z-]+)/.exec(body) ?? [];
  if (header !== undefined) return invalid(nameOf(header), `is malformed: ${RULES[header] ?? 'see tus 1.0'}`);
  return refusalOf(status, body, request, uploadId, maxBytes);
}

function refusalOf(
  status: number,
  body: string,
  { method }: FastifyRequest,
  uploadId: string,
  maxBytes: number,
): ApiError {
  switch (status) {
    case 404:
    case 410:
      return notFound('upload', uploadId);
    case 409:
      return conflict('Upload-Offset is not where the upload stands', [
        { path: 'Upload-Offset', message: 'is not where the upload stands' },
      ]);
    case 413:
      return body.startsWith('Maximum')
        ? exceedsLimit('Upload-Length', `is larger than the limit of ${maxBytes} bytes`)
        : tooLong();
    case 501:
      return invalid('Upload-Concat', 'is not supported');
  }
  if (body.startsWith('Upload-Offset')) return invalid('Upload-Offset', 'is required');
  if (body.startsWith('Content-Type')) return invalid('Content-Type', `must be ${OFFSET_STREAM}`);
  if (body.startsWith('Upload-Length')) {
    return method === 'PATCH'
      ? invalid('Upload-Length', 'is known already, or less than what has come')
      : invalid('Upload-Length', 'is required, or `Upload-Defer-Length: 1`, one of both');
  }
  return invalid('body', 'is cut off');
}

function tooLong(): ApiError {
  return exceedsLimit('body', 'is longer than what is left of the upload');
}

/** The type of the body of a PATCH. */
export const OFFSET_STREAM = 'application/offset+octet-stream';

const RULES: Readonly<Record<string, string>> = {
  'upload-offset': 'a whole number',
  'upload-length': 'a whole number',
  'upload-defer-length': '1',
  'upload-metadata': 'keys, each with a value in base64 behind a space, separated by commas',
  'content-type': OFFSET_STREAM,
};

function nameOf(header: string): string {
  return header.replace(/(^|-)[a-z]/g, (letters) => letters.toUpperCase());
}
