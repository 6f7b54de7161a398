import { type ErrorCode, responseCodes } from '@ringbinder/protocol';

/** One thing that is wrong with a request: `path` names the field (`steps[0].actions`), or is empty for the whole. */
export interface FieldError {
  path: string;
  message: string;
}

/**
 * A refusal or failure that the caller is told of. `message` and `errors` are public; what only we should know goes
 * into `cause`, which is logged and never sent.
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly errors: FieldError[] | undefined;
  /** Seconds after which to try again. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { errors?: FieldError[]; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.errors = options.errors;
    this.retryAfter = options.retryAfter;
  }

  /** The HTTP status of the contract's table. */
  get status(): number {
    return responseCodes[this.code].status;
  }
}

/** 400: a field of the request is wrong. */
export function invalid(path: string, message: string): ApiError {
  return new ApiError('RESPONSE_ERROR_INVALID_REQUEST', path ? `${path} ${message}` : message, {
    errors: [{ path, message }],
  });
}

/** 400 for an endpoint or method that does not exist. */
export function noSuchEndpoint(method: string, path: string): ApiError {
  return new ApiError('RESPONSE_ERROR_INVALID_REQUEST', `there is no endpoint ${method} ${path}`);
}

/** 401: no token, or one that does not count (any more). */
export function invalidToken(message: string): ApiError {
  return new ApiError('RESPONSE_ERROR_INVALID_TOKEN', message);
}

/** 403: it exists, and the caller may not. */
export function forbidden(message: string): ApiError {
  return new ApiError('RESPONSE_ERROR_PERMISSION', message);
}

/** 404: it does not exist. `noun` is the resource's name in the contract. */
export function notFound(noun: string, id: string | number): ApiError {
  return new ApiError('RESPONSE_ERROR_NOT_FOUND', `there is no ${noun} ${id}`);
}

/** 404: a field of the request names something that does not exist. */
export function namesNothing(path: string, message: string): ApiError {
  return new ApiError('RESPONSE_ERROR_NOT_FOUND', `${path} ${message}`, { errors: [{ path, message }] });
}

/** 409: it collides with what is there. */
export function conflict(message: string, errors?: FieldError[]): ApiError {
  return new ApiError('RESPONSE_ERROR_CONFLICT', message, errors ? { errors } : {});
}

/** 412: a condition of the operation does not hold now. */
export function preconditionFailed(message: string, errors?: FieldError[]): ApiError {
  return new ApiError('RESPONSE_ERROR_PRECONDITION_FAILED', message, errors ? { errors } : {});
}

export function exceedsLimit(path: string, message: string): ApiError {
  return new ApiError('RESPONSE_ERROR_EXCEED_LIMIT', path ? `${path} ${message}` : message, {
    errors: [{ path, message }],
  });
}

/** 429: too many calls; `retryAfter` is in seconds. */
export function tooManyRequests(message: string, retryAfter: number): ApiError {
  return new ApiError('RESPONSE_ERROR_TOO_MANY_REQUESTS', message, { retryAfter });
}

/** 503: not now; `retryAfter` is in seconds. */
export function unavailable(message: string, retryAfter: number, cause?: unknown): ApiError {
  return new ApiError('RESPONSE_ERROR_SERVICE_UNAVAILABLE', message, { retryAfter, cause });
}

/** 500: something stored is damaged, and a retry does not help. `message` is public, and names what the operator can do. */
export function damaged(message: string): ApiError {
  return new ApiError('RESPONSE_ERROR_FAILED', message);
}

/** 500: our fault. `cause` is logged, the caller learns only the request id. */
export function failed(cause: unknown): ApiError {
  return new ApiError(
    'RESPONSE_ERROR_FAILED',
    'the server failed to answer; quote the request id when you report it',
    {
      cause,
    },
  );
}
