import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { accessBinder, orNotFound } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { because, invalid } from '../../errors.ts';
import { type App, binderCall, callerOf, emptySuccess, sendBytes } from '../../http/index.ts';
import { findCues, writeVtt } from '../meet-captions/index.ts';
import { findPage } from '../pages/index.ts';
import { deleteCaptions, setCaptions } from './change.ts';
import { type CaptionsKey, findCaptions } from './queries.ts';
import * as schema from './schema.ts';

const MAX_BYTES = 1024 * 1024;

interface CaptionsRequest extends FastifyRequest {
  params: { binder_id: string; page_id: number };
  query: { kind?: schema.CaptionsKind | undefined };
}

const keyOf = ({ params, query }: Pick<CaptionsRequest, 'params' | 'query'>): CaptionsKey => ({
  binderId: params.binder_id,
  pageId: params.page_id,
  kind: query.kind ?? 'captions',
});

export function pageCaptionsFeature(app: App, env: Environment): void {
  const path = '/:binder_id/pages/:page_id/captions';

  app.get(path, { schema: schema.getCaptions }, async (request, reply) => {
    const key = keyOf(request);
    await accessBinder(env.db, callerOf(request), key.binderId, 'read');
    orNotFound(await findPage(env.db, key.binderId, key.pageId), 'page', key.pageId);
    const added = await findCaptions(env.db, key);
    if (added) reply.header('content-language', added.language);
    const cues = added || key.kind === 'descriptions' ? [] : await findCues(env.db, key.binderId, key.pageId);
    const file = { mimeType: schema.MEDIA_TYPE, name: `${key.kind}.vtt` };
    return sendBytes(request, reply, Buffer.from(added?.vtt ?? writeVtt(cues)), file);
  });

  app.delete(path, { schema: schema.deleteCaptions }, async (request) => {
    const key = keyOf(request);
    await deleteCaptions(binderCall(env, request), key);
    return emptySuccess;
  });

  void app.register(async (scope: App) => {
    scope.addContentTypeParser(schema.MEDIA_TYPE, { parseAs: 'buffer' }, (_request, body, done) => {
      const bytes = body as Buffer;
      if (!isUtf8(bytes)) return done(invalid('captions', because('captions_unusable')));
      // Decoding removes a byte order mark.
      done(null, new TextDecoder().decode(bytes));
    });
    scope.put(path, { schema: schema.putCaptions, bodyLimit: MAX_BYTES }, async (request) => {
      const { body, query } = request;
      const key = keyOf(request);
      await setCaptions(binderCall(env, request), key, { source: body, language: query.language ?? 'und' });
      return emptySuccess;
    });
  });
}
