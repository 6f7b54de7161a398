import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../../environment/environment.ts';
import {
  type App,
  addressKey,
  asApiError,
  createCallLimit,
  emptySuccess,
  rejectUnsupportedMediaTypes,
} from '../../http/index.ts';
import type { SignInMethod } from '../../storage/sign-in-log.ts';
import { grantBotToken } from './bot-token/bot-token.ts';
import { type AuthenticateClient, createClientAuthentication } from './client.ts';
import { createGrants, type FindGrant, signInMethodOf } from './grants/index.ts';
import { readJsonAsForm } from './json-parameters.ts';
import { readTokenParameters, type TokenParameters, wrongParameter } from './parameters.ts';
import { revokeAccessToken, revokeOwnToken } from './revoke.ts';
import { botTokenOperation, revokeOperation, tokenOperation } from './schema.ts';
import { sendAsTokenError, sendTokenError, TokenError } from './token-error.ts';
import type { TokenAnswer } from './tokens/issue.ts';

/** Enough for the largest assertion (64 KiB) in base64, percent-encoded. */
const MAX_TOKEN_BYTES = 300_000;
const MAX_REVOKE_BYTES = 16 * 1024;

export function oauthRoutes(app: App, env: Environment): void {
  app.register(async (scope) => {
    acceptForms(scope as App);
    answerTokenErrors(scope as App);
    const authenticate = createClientAuthentication(env);
    const findGrant = createGrants(env);
    const methodOf = (parameters: TokenParameters) =>
      signInMethodOf(findGrant(parameters.required('grant_type'))?.type ?? '');
    const calls = createCallLimit('token calls', env.config.tokenCallsPerMinute, env.redis);
    const failures = createCallLimit('refused token calls', env.config.failedTokenCallsPerMinute, env.redis);

    async function grant<T>(
      request: FastifyRequest,
      reply: FastifyReply,
      method: (parameters: TokenParameters) => SignInMethod,
      work: (parameters: TokenParameters) => Promise<T>,
    ): Promise<T> {
      reply.header('cache-control', 'no-store');
      const parameters = readTokenParameters(request);
      const key = `${addressKey(request.ip)} ${parameters.namedClient}`;
      await failures.check(key, reply);
      await calls.take(key, reply);
      try {
        return await work(parameters);
      } catch (error) {
        if (error instanceof TokenError) {
          if (REFUSALS.has(error.error))
            recordRefusal(env, error, request.ip, {
              method: method(parameters),
              clientId: parameters.namedClient,
            });
          await failures.take(key, reply);
        }
        throw error;
      }
    }

    scope.post(
      '/oauth/token',
      { schema: tokenOperation, config: { auth: 'none' }, bodyLimit: MAX_TOKEN_BYTES, ...unvalidated },
      (request, reply) =>
        grant(request, reply, methodOf, (parameters) =>
          grantToken(request.ip, parameters, env, { authenticate, findGrant }),
        ),
    );

    scope.get('/oauth/token', { schema: { hide: true }, config: { auth: 'none' } }, async () => {
      throw new TokenError('invalid_request', 'use POST: an address must not contain a secret');
    });

    scope.get(
      '/apps/token',
      { schema: botTokenOperation, config: { auth: 'none' }, ...unvalidated },
      (request, reply) =>
        grant(
          request,
          reply,
          () => 'bot',
          (parameters) => grantBotToken(env, parameters, request.ip),
        ),
    );

    scope.post(
      '/oauth/revoke',
      { schema: revokeOperation, config: { auth: 'none' }, bodyLimit: MAX_REVOKE_BYTES, ...unvalidated },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const parameters = readTokenParameters(request);
        // A request with `token` may contain a client secret, so the limit against guessing applies.
        if (parameters.optional('token') === undefined)
          await revokeAccessToken(env, accessTokenOf(parameters));
        else {
          const revoke = (given: TokenParameters) => revokeOwnToken(env, authenticate, given);
          await grant(request, reply, () => 'other', revoke);
        }
        return emptySuccess;
      },
    );
  });
}

function accessTokenOf(parameters: TokenParameters): string {
  const token = parameters.optional('access_token');
  if (token === undefined) throw wrongParameter('access_token', 'or token is required');
  return token;
}

const unvalidated = { validatorCompiler: () => () => true } as const;

/** Only these errors are recorded, because other messages repeat parts of malformed requests. */
const REFUSALS: ReadonlySet<string> = new Set(['invalid_client', 'invalid_grant', 'unauthorized_client']);

function recordRefusal(
  { signIns }: Environment,
  { message: reason, isReuse: isAlarming }: TokenError,
  address: string,
  of: { method: SignInMethod; clientId: string },
): void {
  signIns.record({ action: 'token.refuse', address, reason, isAlarming, ...of });
}

async function grantToken(
  address: string,
  parameters: TokenParameters,
  env: Environment,
  { authenticate, findGrant }: { authenticate: AuthenticateClient; findGrant: FindGrant },
): Promise<TokenAnswer> {
  const grantType = parameters.required('grant_type');
  const matchingGrant = findGrant(grantType);
  if (!matchingGrant)
    throw new TokenError('unsupported_grant_type', `grant_type ${grantType.slice(0, 100)} is not supported`);
  const client = await authenticate(parameters, matchingGrant.type);
  return matchingGrant.grant({ env, client, parameters, address });
}

function acceptForms(app: App): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  );
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, readJsonAsForm(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  rejectUnsupportedMediaTypes(app, 'application/x-www-form-urlencoded');
}

function answerTokenErrors(app: App): void {
  app.setErrorHandler<FastifyError>((error, request, reply) =>
    error instanceof TokenError
      ? sendTokenError(error, request, reply)
      : sendAsTokenError(asApiError(error, request), request, reply),
  );
}
