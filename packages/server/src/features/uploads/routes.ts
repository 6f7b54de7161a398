import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, accessBinder, orNotFound } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { because, forbidden, invalid, notFound } from '../../errors.ts';
import {
  type App,
  binderCall,
  callerOf,
  createConcurrencyLimit,
  drainRequest,
  idempotent,
  streamedBody,
  success,
  watchCaller,
} from '../../http/index.ts';
import { type Completion, completeUpload } from './complete.ts';
import { createUpload, readUploadInput } from './create.ts';
import { MAX_CONCURRENT_PATCHES } from './limits.ts';
import type { UploadMetrics } from './metrics.ts';
import { presentUpload } from './present.ts';
import { deleteUpload, findOpenUploads, findUpload, setLength, type UploadRow } from './queries.ts';
import { receiveBytes, wrongOffset } from './receive.ts';
import { createRunningHashes } from './running-hashes.ts';
import * as schema from './schema.ts';
import { OFFSET_STREAM, requireVersion, runTus, type TusStore } from './tus.ts';

type Request = FastifyRequest & { params: { binder_id: string; upload_id?: string } };

export function uploadsFeature(app: App, env: Environment, metrics: UploadMetrics): void {
  app.register(async (scope) => uploadRoutes(scope as App, env, metrics));
}

function uploadRoutes(app: App, env: Environment, metrics: UploadMetrics): void {
  const hashes = createRunningHashes();
  const storeFor = uploadStores(env, { hashes, metrics });
  const { maxUploadBytes } = env.config;

  const answer = async (request: Request, reply: FastifyReply) => {
    await requireWriter(env, callerOf(request), request.params.binder_id);
    const { binder_id, upload_id: uploadId } = request.params;
    const locate = (id: string) => `${env.baseUrl()}${binder_id}/uploads/${id}`;
    const call = { store: storeFor(request, reply), maxBytes: maxUploadBytes, locate };
    await runTus(request, reply, uploadId === undefined ? call : { ...call, uploadId });
  };

  const complete = async (request: Request, reply: FastifyReply, id: string) => {
    const upload = await find(env, request, id);
    const { length, received } = upload;
    if (length === null || received < length) return upload;
    const call = binderCall(env, request);
    const { fileId } = await completeUpload(call, { ...upload, length }, { hashes, metrics });
    reply.header('ringbinder-file-id', fileId);
    return upload;
  };

  // If the server rejects a request without reading the body, the client still receives the response.
  const onSend = async (request: FastifyRequest) => drainRequest(request.raw);
  const tus = { preHandler: requireVersion, onSend };

  app.addContentTypeParser(OFFSET_STREAM, (_request, _payload, done) => done(null));

  app.post('/:binder_id/uploads', { schema: schema.createUpload, ...tus }, async (request, reply) => {
    await answer(request, reply);
    const location = String(reply.getHeader('location'));
    if (reply.hasHeader('upload-offset'))
      await complete(request, reply, location.slice(location.lastIndexOf('/') + 1));
    return reply.send();
  });

  app.get('/:binder_id/uploads', { schema: schema.listUploads }, async (request) => {
    const { userId } = callerOf(request);
    const { binderId } = await accessBinder(env.db, callerOf(request), request.params.binder_id, 'write');
    const uploads = await findOpenUploads(env.db, { binderId, userId }, env.clock.now());
    return success({ uploads: uploads.map(presentUpload) });
  });

  const path = '/:binder_id/uploads/:upload_id';

  const head = { schema: schema.headUpload, config: { swagger: { exposeHeadRoute: true } }, ...tus };
  app.head(path, head, async (request, reply) => {
    await answer(request, reply);
    const { metadata } = await complete(request, reply, request.params.upload_id);
    if (metadata !== '') reply.header('upload-metadata', metadata);
    return reply.send();
  });

  app.get(path, { schema: schema.getUpload, exposeHeadRoute: false }, async (request) => {
    await accessBinder(env.db, callerOf(request), request.params.binder_id, 'write');
    return success({ upload: presentUpload(await find(env, request, request.params.upload_id)) });
  });

  const patch = { schema: schema.continueUpload, ...streamedBody, ...tus };
  app.patch(path, patch, async (request, reply) => {
    if (request.headers['content-type'] === undefined)
      throw invalid('Content-Type', `must be ${OFFSET_STREAM}`);
    await answer(request, reply);
    await complete(request, reply, request.params.upload_id);
    return reply.send();
  });

  app.delete(path, { schema: schema.deleteUpload, ...tus }, async (request, reply) => {
    await answer(request, reply);
    return reply.send();
  });
}

const keyOf = (request: Request, id: string) => ({
  binderId: request.params.binder_id,
  id,
  userId: callerOf(request).userId,
});

async function find(env: Environment, request: Request, id: string): Promise<UploadRow> {
  return orNotFound(await findUpload(env.db, keyOf(request, id), env.clock.now()), 'upload', id);
}

function uploadStores(
  env: Environment,
  { hashes, metrics }: Completion,
): (request: Request, reply: FastifyReply) => TusStore {
  const sink = { env, hashes, countBytes: metrics.countBytes };
  const limited = createConcurrencyLimit('bodies of uploads', MAX_CONCURRENT_PATCHES);
  return (request, reply) => ({
    async create(length, fields) {
      const metadata = String(request.headers['upload-metadata'] ?? '');
      const input = readUploadInput(fields, metadata, length ?? null);
      const id = await idempotent(
        request,
        reply,
        env,
        (db) => createUpload(binderCall(env, request, db), input),
        `${length} ${metadata}`,
      );
      metrics.count('created');
      return id;
    },
    async find(id) {
      const { length, received, expires_at } = await find(env, request, id);
      return { length: length ?? undefined, received, expiresAt: expires_at };
    },
    async write(id, stream, offset) {
      const watch = watchCaller(request, request.params.binder_id);
      const key = keyOf(request, id);
      try {
        return await limited(key.userId, () => receiveBytes(sink, key, stream, offset, watch.signal));
      } finally {
        watch.end();
      }
    },
    async setLength(id, length) {
      if (await setLength(env.db, keyOf(request, id), length)) return;
      throw wrongOffset((await find(env, request, id)).received);
    },
    async remove(id) {
      if (!(await deleteUpload(env.db, keyOf(request, id)))) throw notFound('upload', id);
      hashes.forget(id);
      await env.files.partial(id).remove();
      metrics.count('deleted');
    },
  });
}

/** Needed even for a HEAD request, which can create the file of a complete upload. */
async function requireWriter(env: Environment, actor: Actor, binderId: string): Promise<void> {
  if (!actor.mayWrite) throw forbidden(because('read_only_token'));
  await accessBinder(env.db, actor, binderId, 'write');
}
