import { hash } from 'node:crypto';
import { ClientId } from '@ringbinder/protocol';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Environment } from '../../../environment/environment.ts';
import { forbidden, notFound } from '../../../errors.ts';
import { type App, abortOnDisconnect, longPoll, success } from '../../../http/index.ts';
import { findAuthorizingClient } from '../authorize/queries.ts';
import { mintToken, tokenAnswer } from '../tokens/issue.ts';
import { insertStandaloneToken } from '../tokens/standalone-token.ts';
import { takeEmbedSignIn } from './queries.ts';
import { topicOf } from './sign-in.ts';
import { unregistered } from './unregistered.ts';

/** Shorter than the minute after which proxies close idle connections. */
const WAIT_MS = 25_000;
/** A waiting request also queries at this interval, because notifications can be lost. */
const LOOK_MS = 1_000;

const takeSignIn = {
  hide: true,
  body: Type.Object({
    client_id: ClientId,
    /** The sign-in window knows only the hash of this secret. */
    verifier: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }),
  }),
};

type SignInResult =
  | { access_token?: string; expires_in?: number }
  | { error_code: string; error_message: string };

export function embeddedRoutes(app: App, env: Environment): void {
  app.post(
    '/embed/sign-ins/take',
    { schema: takeSignIn, config: { auth: 'none' } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return success(await take(env, request, request.body, abortOnDisconnect(reply)));
    },
  );
}

async function take(
  env: Environment,
  { headers: { origin = '' } }: Pick<FastifyRequest, 'headers'>,
  { client_id: clientId, verifier }: { client_id: string; verifier: string },
  caller: AbortSignal,
): Promise<SignInResult> {
  const client = await findAuthorizingClient(env.db, clientId);
  if (!client) throw notFound('client', clientId);
  if (!client.origins.includes(origin)) throw forbidden(unregistered(origin, clientId));
  const challenge = hash('sha256', verifier, 'buffer');
  const options = { topic: topicOf(challenge), waitMs: WAIT_MS, pollMs: LOOK_MS, caller };
  const answer = await longPoll(env, options, () =>
    takeEmbedSignIn(env.db, { challenge, clientId, origin, now: env.clock.now() }),
  );
  if (!answer) return {};
  if ('code' in answer) return { error_code: answer.code, error_message: answer.message };
  const token = mintToken();
  const seconds = env.config.accessTokenSeconds;
  const now = env.clock.now();
  const holder = { clientId, userId: answer.userId, scope: client.scope };
  const stored = { ...holder, hash: token.hash, now, expiresAt: now + seconds * 1000 };
  if (await insertStandaloneToken(env.db, stored)) return tokenAnswer(token, seconds, client.scope);
  return { error_code: 'sign-in denied', error_message: 'the account is disabled' };
}
