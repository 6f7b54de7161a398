import { randomBytes } from 'node:crypto';
import { UserId, UserIdOrMe } from '@ringbinder/protocol';
import Type from 'typebox';
import { orNotFound, ownUserId } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { base62 } from '../../environment/ids.ts';
import {
  type App,
  addressKey,
  byteAnswers,
  callerOf,
  createCallLimit,
  emptySuccess,
  idempotent,
  operation,
  sendBytes,
  streamedBody,
  success,
} from '../../http/index.ts';
import type { Database } from '../../storage/database.ts';
import { type AcceptedPicture, renderPicture, takePicture } from '../pages/index.ts';
import * as queries from './queries.ts';

const tag = 'Users';
const params = Type.Object({ user_id: UserIdOrMe });

const uploadPicture = operation(tag, 'uploadPicture', {
  summary: 'Upload the calling user’s picture',
  description:
    'One part named `file`, a picture of at most 10 MiB. Its address is the `picture_uri` of the user and differs for each picture. Anybody with the address sees the picture, re-encoded.',
  consumes: ['multipart/form-data'],
  params,
  body: Type.Object({ file: Type.String({ format: 'binary', description: 'The picture.' }) }),
  data: Type.Object({ picture_uri: Type.String() }),
});

const getPicture = operation(tag, 'getPicture', {
  summary: 'Get the calling user’s uploaded picture, re-encoded',
  params,
  response: byteAnswers,
});

const deletePicture = operation(tag, 'deletePicture', {
  summary: 'Remove the calling user’s uploaded picture',
  params,
});

const LinkParams = Type.Object({
  user_id: UserId,
  key: Type.String({ pattern: '^[0-9A-Za-z]{22}$' }),
});

const rootOf = (env: Environment) => `/pictures/${env.name}`;
export async function storePicture(
  env: Environment,
  db: Database,
  userId: string,
  { file, mimeType }: AcceptedPicture,
): Promise<string> {
  const key = base62(randomBytes(16));
  const url = `${originOf(env)}${rootOf(env)}/${userId}/${key}`;
  await queries.storePicture(db, userId, { url, key, mimeType, bytes: file.bytes, at: env.clock.now() });
  return url;
}

export const removePicture = (env: Environment, userId: string): Promise<boolean> =>
  queries.removePicture(env.db, userId, env.clock.now());

export function pathOfPicture(env: Environment, url: string): string | undefined {
  const origin = originOf(env);
  return url.startsWith(`${origin}${rootOf(env)}/`) ? url.slice(origin.length) : undefined;
}

const originOf = (env: Environment) => new URL(env.baseUrl()).origin;

export function avatarsFeature(app: App, env: Environment): void {
  app.post('/:user_id/picture', { schema: uploadPicture, ...streamedBody }, async (request, reply) => {
    const userId = ownUserId(callerOf(request), request.params.user_id);
    const picture = await takePicture(env, request);
    const { file } = picture;
    try {
      const content = `${file.name}\n${file.bytes.sha256}`;
      const data = await idempotent(
        request,
        reply,
        env,
        async (db) => ({ picture_uri: await storePicture(env, db, userId, picture) }),
        content,
      );
      return success(data);
    } finally {
      await file.bytes.drop();
    }
  });

  app.get('/:user_id/picture', { schema: getPicture }, async (request, reply) => {
    const userId = ownUserId(callerOf(request), request.params.user_id);
    const picture = orNotFound(await queries.findOwnPicture(env.db, userId), 'picture of user', userId);
    const thumbnail = await renderPicture(env, picture, 'thumbnail', `picture of user ${userId}`);
    return sendBytes(request, reply, thumbnail, { mimeType: 'image/webp', name: 'picture.webp' });
  });

  app.delete('/:user_id/picture', { schema: deletePicture }, async (request) => {
    const userId = ownUserId(callerOf(request), request.params.user_id);
    const removed = await removePicture(env, userId);
    orNotFound(removed ? true : undefined, 'picture of user', userId);
    return emptySuccess;
  });
}

/** A changed picture gets a new address. */
const CACHE_CONTROL = 'private, max-age=86400, immutable';

/** Browsers send no token for an `<img>`, so the address contains a secret. */
export function pictureLinks(app: App, env: Environment): void {
  const limit = createCallLimit('calls of links to pictures', env.config.linkCallsPerMinute, env.redis);
  app.get(
    `${rootOf(env)}/:user_id/:key`,
    {
      schema: { params: LinkParams, hide: true },
      config: { auth: 'none' },
      onRequest: (request, reply) => limit.take(addressKey(request.ip), reply),
    },
    async (request, reply) => {
      const { user_id: userId, key } = request.params;
      const picture = orNotFound(
        await queries.findPictureByKey(env.db, userId, key),
        'picture of user',
        userId,
      );
      const thumbnail = await renderPicture(env, picture, 'thumbnail', `picture of user ${userId}`);
      reply.header('cross-origin-resource-policy', 'cross-origin').header('cache-control', CACHE_CONTROL);
      return sendBytes(request, reply, thumbnail, { mimeType: 'image/webp', name: 'picture.webp' });
    },
  );
}

export function updatePictureOrigins(env: Environment): Promise<void> {
  return queries.updatePictureOrigins(env.db, originOf(env), rootOf(env));
}
