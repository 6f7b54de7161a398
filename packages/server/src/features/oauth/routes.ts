import type { FastifyError, FastifyRequest } from 'fastify';
import type { Environment } from '../../environment.ts';
import { type App, asApiError, type CallLimit, createCallLimit, done } from '../../http/index.ts';
import { authenticateClient } from './client.ts';
import { grants } from './grants/index.ts';
import { readTokenParameters } from './parameters.ts';
import { revokeOperation, tokenOperation } from './schema.ts';
import { sendAsTokenError, sendTokenError, TokenError } from './token-error.ts';
import type { TokenCache } from './tokens/cache.ts';
import type { TokenAnswer } from './tokens/issue.ts';
import { deleteAccessToken } from './tokens/queries.ts';
import { hashToken } from './tokens/text.ts';

/** `POST oauth/token` and `POST oauth/revoke`. */
export function oauthRoutes(app: App, env: Environment, cache: TokenCache): void {
  app.register(async (scope) => {
    acceptForms(scope as App);
    answerTokenErrors(scope as App);
    const calls = createCallLimit('token calls', env.config.tokenCallsPerMinute);
    const failures = createCallLimit('refused token calls', env.config.failedTokenCallsPerMinute);

    scope.post(
      '/oauth/token',
      { schema: tokenOperation, config: { auth: 'none' }, ...unvalidated },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        return limited(request, calls, failures, () => grantToken(request, env, cache));
      },
    );

    scope.post(
      '/oauth/revoke',
      { schema: revokeOperation, config: { auth: 'none' }, ...unvalidated },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const hash = hashToken(readTokenParameters(request).required('access_token'));
        // Forgotten before and after: a look-up that began in between must not bring it back.
        cache.forget(hash.toString('base64'));
        await deleteAccessToken(env.db, hash);
        cache.forget(hash.toString('base64'));
        return done;
      },
    );
  });
}

/** The schema documents these calls; their parameters come from form and query together and are checked one by one. */
const unvalidated = { validatorCompiler: () => () => true } as const;

async function grantToken(
  request: FastifyRequest,
  env: Environment,
  cache: TokenCache,
): Promise<TokenAnswer> {
  const parameters = readTokenParameters(request);
  const type = parameters.required('grant_type');
  const grant = grants.get(type);
  if (!grant) throw new TokenError('unsupported_grant_type', `grant_type ${type} is not supported`);
  const client = await authenticateClient(env, parameters, type);
  return grant({ env, client, parameters, forgetTokens: () => cache.clear() });
}

/** Counts token calls by client and address, refused ones more strictly, so that secrets cannot be guessed. */
async function limited<T>(
  request: FastifyRequest,
  calls: CallLimit,
  failures: CallLimit,
  work: () => Promise<T>,
): Promise<T> {
  const key = `${request.ip} ${clientIdOf(request)}`;
  await failures.check(key);
  await calls.take(key);
  try {
    return await work();
  } catch (error) {
    if (error instanceof TokenError) await failures.take(key);
    throw error;
  }
}

function clientIdOf(request: FastifyRequest): string {
  const form = request.body instanceof URLSearchParams ? request.body.get('client_id') : null;
  const query = (request.query as Record<string, unknown>).client_id;
  // Bounded, since it becomes a key; what is not an id cannot be a client’s.
  return /^C\w{1,30}$/.exec(form ?? String(query ?? ''))?.[0] ?? '';
}

function acceptForms(app: App): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(body as string)),
  );
}

function answerTokenErrors(app: App): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error instanceof TokenError) return sendTokenError(error, request, reply);
    const apiError = asApiError(error, request);
    if (apiError.status >= 500) request.log.error({ err: apiError.cause ?? apiError }, apiError.message);
    return sendAsTokenError(apiError, request, reply);
  });
}
