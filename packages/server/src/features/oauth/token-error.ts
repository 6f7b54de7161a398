import { type ErrorCode, responseCodes } from '@ringbinder/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiError } from '../../errors.ts';
import { logFailure } from '../../http/index.ts';
import { isBasic } from './basic-credentials.ts';

/** Error codes of RFC 6749, section 5.2. */
const tokenErrors = {
  invalid_request: 'RESPONSE_ERROR_INVALID_REQUEST',
  invalid_client: 'RESPONSE_ERROR_INVALID_TOKEN',
  invalid_grant: 'RESPONSE_ERROR_INVALID_REQUEST',
  unauthorized_client: 'RESPONSE_ERROR_INVALID_REQUEST',
  unsupported_grant_type: 'RESPONSE_ERROR_INVALID_REQUEST',
  invalid_scope: 'RESPONSE_ERROR_INVALID_REQUEST',
} as const satisfies Record<string, ErrorCode>;

/** From RFC 6749, section 4.1.2.1. */
const UNAVAILABLE = 'temporarily_unavailable';
const TEMPORARY: ReadonlySet<ErrorCode> = new Set([
  'RESPONSE_ERROR_TOO_MANY_REQUESTS',
  'RESPONSE_ERROR_FAILED',
  'RESPONSE_ERROR_SERVICE_UNAVAILABLE',
]);

export function rfcErrorsOf(code: ErrorCode): string[] {
  if (TEMPORARY.has(code)) return [UNAVAILABLE];
  const own = Object.entries(tokenErrors).filter(([, contractCode]) => contractCode === code);
  return own.length > 0 ? own.map(([error]) => error) : ['invalid_request'];
}

export class TokenError extends Error {
  readonly error: keyof typeof tokenErrors;
  /** Whether the token or code was probably stolen. The response does not reveal it. */
  readonly isReuse: boolean;
  constructor(error: keyof typeof tokenErrors, description: string, { isReuse = false } = {}) {
    super(description);
    this.name = 'TokenError';
    this.error = error;
    this.isReuse = isReuse;
  }
}

export function sendTokenError(
  error: TokenError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const code = tokenErrors[error.error];
  // RFC 6749, section 5.2, requires the authentication scheme that the client used.
  if (error.error === 'invalid_client')
    reply.header(
      'www-authenticate',
      isBasic(request.headers.authorization) ? 'Basic realm="Ringbinder"' : 'Bearer',
    );
  return send(request, reply, { error: error.error, code, message: error.message });
}

export function sendAsTokenError(
  error: ApiError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  logFailure(error, request);
  if (error.retryAfter !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(error.retryAfter)));
  const { code, message } = error;
  return send(request, reply, {
    error: TEMPORARY.has(code) ? UNAVAILABLE : 'invalid_request',
    code,
    message,
  });
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { error, code, message }: { error: string; code: ErrorCode; message: string },
): FastifyReply {
  return reply
    .code(responseCodes[code].status)
    .header('cache-control', 'no-store')
    .serializer(JSON.stringify)
    .type('application/json; charset=utf-8')
    .send({ error, error_description: asDescription(message), code, message, request_id: request.id });
}

/** RFC 6749 allows only printable ASCII, without quotation marks and backslashes. */
function asDescription(message: string): string {
  return message.replaceAll('’', "'").replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '?');
}
