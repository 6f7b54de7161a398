import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import {
  ApiError,
  type Because,
  because,
  exceedsLimit,
  failed,
  invalid,
  noSuchEndpoint,
  unavailable,
  withDetails,
} from '../errors.ts';
import { lacksInodes } from '../storage/file-error.ts';
import { FileStoreUnavailable } from '../storage/files/index.ts';
import { DatabaseUnavailable } from '../storage/unavailable.ts';
import { logFailure } from './error-log.ts';
import { redactedUrl } from './logging.ts';
import type { CountRefusal } from './refusal-log.ts';
import type { App } from './types.ts';
import { describeInvalid } from './validation.ts';

const DATABASE_RETRY_SECONDS = 2;
/** Longer, because the object store's SDK has already retried. */
const STORE_RETRY_SECONDS = 5;
/** Short, because each ending request releases file descriptors. */
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

/** Fastify runs no hooks for URLs with broken percent-encoding or overlong parameters. */
export function answerUnroutable(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id).header('access-control-allow-origin', '*');
  request.log.info({ method: request.method, url: redactedUrl(request.url), status: 400 }, 'request');
  sendError(noSuchEndpoint(request.method, pathOf(request)), request, reply);
}

export function asApiError(error: unknown, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof DatabaseUnavailable) {
    return unavailable(
      withDetails(because('unavailable'), 'the database is unavailable, try again'),
      DATABASE_RETRY_SECONDS,
      error,
    );
  }
  if (error instanceof FileStoreUnavailable)
    return unavailable(
      withDetails(because('unavailable'), 'the file store is unavailable, try again'),
      STORE_RETRY_SECONDS,
      error,
    );
  const fastifyError = error as FastifyError;
  if (fastifyError.validation)
    return describeInvalid(fastifyError.validation, fastifyError.validationContext ?? 'body');
  const code = fastifyError.code ?? '';
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return exceedsLimit('body', because('too_large'));
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return invalid(
      'Content-Type',
      `${request.headers['content-type'] ?? ''} is not accepted by this endpoint`.trim(),
    );
  }
  if (code === 'ENOSPC' || code === 'EDQUOT') return unavailable(spaceMessage(error), 60, error);
  if (code === 'EROFS')
    return unavailable(withDetails(because('unavailable'), 'the server’s disk is read-only'), 60, error);
  if (code === 'EMFILE' || code === 'ENFILE')
    return unavailable(
      withDetails(because('server_busy'), 'the server has too many open files, try again'),
      FILES_RETRY_SECONDS,
      error,
    );
  if (typeof fastifyError.statusCode === 'number' && fastifyError.statusCode < 500) {
    return fastifyError.statusCode === 413
      ? exceedsLimit('body', fastifyError.message)
      : invalid('', fastifyError.message);
  }
  return failed(error);
}

/** Only errors from creating a file have a path. */
function spaceMessage(error: unknown): Because {
  const { path } = error as NodeJS.ErrnoException;
  if (path !== undefined && lacksInodes(path))
    return withDetails(because('disk_full'), 'the server’s disk can hold no more files (no free inodes)');
  return because('disk_full');
}

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
      // Without the field `error`, existing clients do not refresh their token.
      ...(error.code === 'RESPONSE_ERROR_INVALID_TOKEN' ? { error: 'invalid_token' } : {}),
      ...(error.reason ? { reason: error.reason, params: error.params } : {}),
      ...(error.errors ? { errors: error.errors } : {}),
    });
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}
