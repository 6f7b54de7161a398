import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiError } from '../errors.ts';
import { type App, asApiError, logFailure } from '../http/index.ts';

/**
 * Makes a scope answer errors with a page. Logs errors and sets Retry-After like the API.
 * @param answer sends the page
 */
export function answerPageErrors(
  scope: App,
  answer: (error: ApiError, request: FastifyRequest, reply: FastifyReply) => FastifyReply,
): void {
  scope.setErrorHandler<FastifyError>((thrown, request, reply) => {
    const error = asApiError(thrown, request);
    logFailure(error, request);
    if (error.retryAfter !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(error.retryAfter)));
    return answer(error, request, reply);
  });
}

export function sentenceOf(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}
