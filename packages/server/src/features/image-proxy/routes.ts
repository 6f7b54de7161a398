import { BinderId, NumericId } from '@ringbinder/protocol';
import Type from 'typebox';
import { orNotFound } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { type App, addressKey, createCallLimit, sendBytes } from '../../http/index.ts';
import { createDownload } from '../../outbound/index.ts';
import { checkSignature, hashOf, PREVIEW_PLACE, sourceAt } from './links.ts';
import { createPictureLoader, MAX_PICTURE_BYTES } from './loader.ts';
import { findPictures } from './queries.ts';

const LOAD_TIMEOUT_MS = 8_000;
const CACHE_CONTROL = 'private, max-age=86400, immutable';

const params = Type.Object({ binder_id: BinderId, message_id: NumericId, place: NumericId });
const querystring = Type.Object({
  source: Type.Optional(Type.String()),
  expires: Type.Optional(Type.Integer()),
  signature: Type.Optional(Type.String()),
});

export function imageProxyRoutes(app: App, env: Environment): void {
  const limit = createCallLimit('calls of external pictures', env.config.linkCallsPerMinute, env.redis);
  const download = createDownload({ timeoutMs: LOAD_TIMEOUT_MS, maxBytes: MAX_PICTURE_BYTES });
  const load = createPictureLoader(env, download);
  app.addHook('onClose', () => download.close());

  app.get(
    `/external/${env.name}/:binder_id/:message_id/:place`,
    {
      schema: { params, querystring, hide: true },
      config: { auth: 'none' },
      onRequest: (request, reply) => limit.take(addressKey(request.ip), reply),
    },
    async (request, reply) => {
      const { binder_id: binderId, message_id: id, place } = request.params;
      checkSignature(env, { binderId, id }, request.query);
      const pictures = await findPictures(env.db, binderId, id);
      const { html, preview } = orNotFound(pictures, 'message with pictures', id);
      const source = place === PREVIEW_PLACE ? (preview ?? undefined) : sourceAt(html, place);
      const isSame = source !== undefined && hashOf(source) === request.query.source;
      const picture = await load(orNotFound(isSame ? source : undefined, 'picture', place));
      reply.header('cross-origin-resource-policy', 'cross-origin').header('cache-control', CACHE_CONTROL);
      return sendBytes(request, reply, picture, { mimeType: 'image/webp', name: 'picture.webp' });
    },
  );
}
