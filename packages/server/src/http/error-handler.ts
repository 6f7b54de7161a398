import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, exceedsLimit, failed, invalid, noSuchEndpoint, unavailable } from '../errors.ts';
import { lacksInodes } from '../storage/file-error.ts';
import { FileStoreUnavailable } from '../storage/files/index.ts';
import { DatabaseUnavailable } from '../storage/unavailable.ts';
import { logFailure } from './error-log.ts';
import { redactedUrl } from './logging.ts';
import type { CountRefusal } from './refusal-log.ts';
import type { App } from './types.ts';
import { describeInvalid } from './validation.ts';

/** Seconds a client should wait when the database is away: it is usually back by then. */
const DATABASE_RETRY_SECONDS = 2;
/** The SDK of the store has tried for as long already. */
const STORE_RETRY_SECONDS = 5;
/** A call holds its files for as long as it takes. */
const FILES_RETRY_SECONDS = 2;

export function answerErrors(app: App, countRefusal: CountRefusal): void {
  app.decorate('countRefusal', countRefusal);
  app.setErrorHandler<Error>((error, request, reply) =>
    sendError(asApiError(error, request), request, reply),
  );
  app.setNotFoundHandler((request, reply) =>
    sendError(noSuchEndpoint(request.method, pathOf(request)), request, reply),
  );
}

/**
 * Answers a path that the router cannot read (a broken percent-encoding, a part that is too long). No hook runs for
 * it, so its headers and its line in the log are made here.
 */
export function answerUnroutable(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id).header('access-control-allow-origin', '*');
  request.log.info({ method: request.method, url: redactedUrl(request.url), status: 400 }, 'request');
  sendError(noSuchEndpoint(request.method, pathOf(request)), request, reply);
}

/** What to tell the caller of any error that was thrown. */
export function asApiError(error: unknown, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof DatabaseUnavailable) {
    return unavailable('the database is unavailable, try again', DATABASE_RETRY_SECONDS, error);
  }
  if (error instanceof FileStoreUnavailable)
    return unavailable('the store of the files is unavailable, try again', STORE_RETRY_SECONDS, error);
  const fastifyError = error as FastifyError;
  if (fastifyError.validation)
    return describeInvalid(fastifyError.validation, fastifyError.validationContext ?? 'body');
  const code = fastifyError.code ?? '';
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return exceedsLimit('body', 'is larger than the limit');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return invalid(
      'Content-Type',
      `${request.headers['content-type'] ?? ''} is not taken by this endpoint`.trim(),
    );
  }
  if (code === 'ENOSPC' || code === 'EDQUOT') return unavailable(spaceMessage(error), 60, error);
  if (code === 'EMFILE' || code === 'ENFILE')
    return unavailable('the server has too many files open', FILES_RETRY_SECONDS, error);
  // Whatever else Fastify or a plugin of it refuses is the request's fault and has a public message.
  if (typeof fastifyError.statusCode === 'number' && fastifyError.statusCode < 500) {
    return fastifyError.statusCode === 413
      ? exceedsLimit('body', fastifyError.message)
      : invalid('', fastifyError.message);
  }
  return failed(error);
}

/** What is used up: space, or files. A file that could not be made has a path. */
function spaceMessage(error: unknown): string {
  const { path } = error as NodeJS.ErrnoException;
  if (path !== undefined && lacksInodes(path))
    return 'the server’s disk can hold no more files (no free inodes)';
  return 'the server’s disk is full';
}

/**
 * Sends an error as the contract wants it, and logs what is ours to mend.
 * @param status the code's own, but for what HTTP has a status of its own (416)
 */
export function sendError(
  error: ApiError,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number = error.status,
): FastifyReply {
  logFailure(error, request);
  if (error.code === 'RESPONSE_ERROR_INVALID_TOKEN') reply.header('www-authenticate', 'Bearer');
  if (error.retryAfter !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(error.retryAfter)));
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({
      code: error.code,
      message: error.message,
      request_id: request.id,
      // Existing clients refresh their token by this word, and call again without end when it is missing.
      ...(error.code === 'RESPONSE_ERROR_INVALID_TOKEN' ? { error: 'invalid_token' } : {}),
      ...(error.errors ? { errors: error.errors } : {}),
    });
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}
