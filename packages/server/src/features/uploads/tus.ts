import { PassThrough, type Readable } from 'node:stream';
import type { Server, Upload } from '@tus/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type ApiError,
  because,
  conflict,
  exceedsLimit,
  invalid,
  notFound,
  preconditionFailed,
} from '../../errors.ts';
import { type App, drainRequest } from '../../http/index.ts';

export const TUS_VERSION = '1.0.0';
export const TUS_EXTENSIONS = [
  'creation',
  'creation-with-upload',
  'creation-defer-length',
  'expiration',
  'termination',
];

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

export interface TusUpload {
  /** Undefined if the client sends the length later. */
  length: number | undefined;
  received: number;
  expiresAt: number;
}

export interface TusStore {
  create(length: number | undefined, metadata: Record<string, string | null>): Promise<string>;
  find(id: string): Promise<TusUpload>;
  write(id: string, stream: Readable, offset: number): Promise<number>;
  setLength(id: string, length: number): Promise<void>;
  remove(id: string): Promise<void>;
}

export interface TusCall {
  store: TusStore;
  maxBytes: number;
  locate(id: string): string;
  uploadId?: string;
}

const UPLOADS = /\/uploads\/?(?:[^/?]+\/?)?(?:\?|$)/;

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

/** The tus library would reject another protocol version as a malformed request. */
export async function requireVersion(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('tus-resumable', TUS_VERSION);
  if (request.headers['tus-resumable'] === TUS_VERSION) return;
  reply.header('tus-version', TUS_VERSION);
  throw preconditionFailed(`Tus-Resumable must be ${TUS_VERSION}`, [
    { path: 'Tus-Resumable', message: `must be ${TUS_VERSION}` },
  ]);
}

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
    await drainRequest(request.raw);
    throw error;
  }
}

async function createServer(call: TusCall, fail: (error: unknown) => void): Promise<Server> {
  // Loaded on first use, because its web server takes 20 MB.
  const tus = await import('@tus/server');
  return new tus.Server({
    path: '/',
    datastore: dataStore(tus, call.store),
    maxSize: call.maxBytes,
    // The store orders writers across processes, so the library needs no lock.
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

/** `stateOf` subtracts this duration from the expiry, and the library adds it again. */
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

/** The library may destroy its stream. Destroying a copy does not close the connection. */
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

/** The library's errors are `{status_code, body}`. */
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
      return conflict('Upload-Offset does not match the upload', [
        { path: 'Upload-Offset', message: 'does not match the upload' },
      ]);
    case 413:
      return body.startsWith('Maximum')
        ? exceedsLimit('Upload-Length', because('larger_than', { limit: maxBytes }))
        : tooLong();
    case 501:
      return invalid('Upload-Concat', 'is not supported');
  }
  if (body.startsWith('Upload-Offset')) return invalid('Upload-Offset', because('required'));
  if (body.startsWith('Content-Type')) return invalid('Content-Type', `must be ${OFFSET_STREAM}`);
  if (body.startsWith('Upload-Length')) {
    return method === 'PATCH'
      ? invalid('Upload-Length', 'is already set, or less than the received bytes')
      : invalid('Upload-Length', 'or `Upload-Defer-Length: 1` is required');
  }
  return invalid('body', 'is incomplete');
}

function tooLong(): ApiError {
  return exceedsLimit('body', 'is longer than the rest of the upload');
}

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
