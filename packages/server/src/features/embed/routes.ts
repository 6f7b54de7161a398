import {
  type ClientTextId,
  type ClientTexts,
  clientTexts,
  type OwnTexts,
} from '@ringbinder/protocol/client-texts.ts';
import type { FastifyReply } from 'fastify';
import type { Environment } from '../../environment/environment.ts';
import { forbidden, invalid, invalidToken } from '../../errors.ts';
import { languageFor } from '../../html/index.ts';
import {
  type App,
  abortOnDisconnect,
  callerOf,
  emptySuccess,
  success,
  type TokenDirectory,
} from '../../http/index.ts';
import { openConversation } from '../messages/index.ts';
import { readFrames, sendFrames } from './frames.ts';
import { findEmbedUser } from './queries.ts';
import * as schema from './schema.ts';
import { storeSession, takeSession } from './windows.ts';

export function embedFeature(app: App, env: Environment, tokens: TokenDirectory): void {
  const open = { auth: 'none' } as const;

  app.get('/embed/me', { schema: schema.me }, async (request, reply) => {
    const { userId, clientId } = callerOf(request);
    if (clientId !== request.query.client_id) throw forbidden('the access token belongs to another client');
    const found = await findEmbedUser(env.db, userId, clientId);
    if (!found) throw invalidToken('the user of the access token no longer exists or is disabled');
    const { texts, default_language: _, ...user } = found;
    const language = languageFor(env, request, found);
    const mail = env.config.smtpUrl === undefined ? { lacks_mail: true } : {};
    return withoutCache(reply, success({ user: { ...user, language, ...mail }, texts: byMessage(texts) }));
  });

  app.post('/embed/conversation', { schema: schema.openConversation }, async (request) => {
    const { user } = request.body;
    if (user.id === undefined && user.unique_id === undefined && user.email === undefined)
      throw invalid('user', 'must have an id, a unique_id or an email');
    return success({ binder_id: await openConversation(env, callerOf(request), user) });
  });

  app.post('/embed/popups', { schema: schema.storeSession, config: open }, async (request, reply) =>
    withoutCache(reply, success(await storeSession(env, tokens, request, request.body))),
  );

  app.post('/embed/popups/take', { schema: schema.takeSession, config: open }, async (request, reply) =>
    withoutCache(reply, success(await takeSession(env, request, request.body))),
  );

  app.post('/embed/frames', { schema: schema.sendFrames, config: open }, async (request) => {
    await sendFrames(env, request.body);
    return emptySuccess;
  });

  app.post('/embed/frames/read', { schema: schema.readFrames, config: open }, async (request, reply) => {
    return withoutCache(reply, success(await readFrames(env, request.body, abortOnDisconnect(reply))));
  });
}

/** The browser does not know text ids. */
const byMessage = (texts: ClientTexts): OwnTexts =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([id, byLanguage]) =>
      (clientTexts[id as ClientTextId] ?? []).map((message) => [message, byLanguage]),
    ),
  );

function withoutCache<T>(reply: FastifyReply, answer: T): T {
  reply.header('cache-control', 'no-store');
  return answer;
}
