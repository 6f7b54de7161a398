import { type ErrorCode, responseCodes } from '@ringbinder/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiError } from '../../errors.ts';

/** The errors of RFC 6749 §5.2 that the token endpoint gives, each with its code of the contract. */
export const tokenErrors = {
  invalid_request: 'RESPONSE_ERROR_INVALID_REQUEST',
  invalid_client: 'RESPONSE_ERROR_INVALID_TOKEN',
  invalid_grant: 'RESPONSE_ERROR_INVALID_REQUEST',
  unauthorized_client: 'RESPONSE_ERROR_INVALID_REQUEST',
  unsupported_grant_type: 'RESPONSE_ERROR_INVALID_REQUEST',
  invalid_scope: 'RESPONSE_ERROR_INVALID_REQUEST',
} as const satisfies Record<string, ErrorCode>;

/** A refused token call. The message is public. */
export class TokenError extends Error {
  readonly error: keyof typeof tokenErrors;
  constructor(error: keyof typeof tokenErrors, description: string) {
    super(description);
    this.name = 'TokenError';
    this.error = error;
  }
}

/** Sends a refusal as RFC 6749 wants it, with the contract's code beside. */
export function sendTokenError(
  error: TokenError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const code = tokenErrors[error.error];
  if (error.error === 'invalid_client') reply.header('www-authenticate', 'Bearer');
  return send(reply, responseCodes[code].status, {
    error: error.error,
    error_description: error.message,
    code,
    message: error.message,
    request_id: request.id,
  });
}

/** Sends an error that is not of the grant (over a limit, no database) in the same form. */
export function sendAsTokenError(
  error: ApiError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error.retryAfter !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(error.retryAfter)));
  return send(reply, error.status, {
    error: error.status >= 500 || error.status === 429 ? 'temporarily_unavailable' : 'invalid_request',
    error_description: error.message,
    code: error.code,
    message: error.message,
    request_id: request.id,
  });
}

function send(reply: FastifyReply, status: number, body: Record<string, string>): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .serializer(JSON.stringify)
    .type('application/json; charset=utf-8')
    .send(body);
}
