import { type ErrorCode, responseCodes } from '@ringbinder/protocol';

/** `path` names the field (`steps[0].actions`); an empty path means the whole request. */
export interface FieldError {
  path: string;
  message: string;
}

/** An error that is sent to the caller. `message` and `errors` are public; `cause` is logged and never sent. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly errors: FieldError[] | undefined;
  /** In seconds. */
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

  get status(): number {
    return responseCodes[this.code].status;
  }
}

/** 400: a field is invalid. */
export function invalid(path: string, message: string): ApiError {
  return new ApiError('RESPONSE_ERROR_INVALID_REQUEST', path ? `${path} ${message}` : message, {
    errors: [{ path, message }],
  });
}

/** 400: the endpoint or method does not exist. */
export function noSuchEndpoint(method: string, path: string): ApiError {
  return new ApiError('RESPONSE_ERROR_INVALID_REQUEST', `there is no endpoint ${method} ${path}`);
}

/** 401: no valid token. */
export function invalidToken(message: string): ApiError {
  return new ApiError('RESPONSE_ERROR_INVALID_TOKEN', message);
}

/** 403: the caller lacks the right. */
export function forbidden(message: string): ApiError {
  return new ApiError('RESPONSE_ERROR_PERMISSION', message);
}

/** 404: the resource does not exist. `noun` is its name in the API. */
export function notFound(noun: string, id: string | number): ApiError {
  return new ApiError('RESPONSE_ERROR_NOT_FOUND', `there is no ${noun} ${id}`);
}

/** 404: a field references something that does not exist. */
export function referenceNotFound(path: string, message: string): ApiError {
  return new ApiError('RESPONSE_ERROR_NOT_FOUND', `${path} ${message}`, { errors: [{ path, message }] });
}

/** 409: conflicts with existing data. */
export function conflict(message: string, errors?: FieldError[]): ApiError {
  return new ApiError('RESPONSE_ERROR_CONFLICT', message, errors ? { errors } : {});
}

/** 412: a condition of the operation does not hold. */
export function preconditionFailed(message: string, errors?: FieldError[]): ApiError {
  return new ApiError('RESPONSE_ERROR_PRECONDITION_FAILED', message, errors ? { errors } : {});
}

/** 412: a condition of a field does not hold. */
export function fieldPreconditionFailed(path: string, message: string): ApiError {
  return preconditionFailed(`${path} ${message}`, [{ path, message }]);
}

export function exceedsLimit(path: string, message: string): ApiError {
  return new ApiError('RESPONSE_ERROR_EXCEED_LIMIT', path ? `${path} ${message}` : message, {
    errors: [{ path, message }],
  });
}

/** 429: too many calls. `retryAfter` is in seconds. */
export function tooManyRequests(message: string, retryAfter: number): ApiError {
  return new ApiError('RESPONSE_ERROR_TOO_MANY_REQUESTS', message, { retryAfter });
}

/** 503: temporarily unavailable. `retryAfter` is in seconds. */
export function unavailable(message: string, retryAfter: number, cause?: unknown): ApiError {
  return new ApiError('RESPONSE_ERROR_SERVICE_UNAVAILABLE', message, { retryAfter, cause });
}

/** 500: stored data is damaged, so a retry does not help. `message` is public and says what the operator can do. */
export function damaged(message: string): ApiError {
  return new ApiError('RESPONSE_ERROR_FAILED', message);
}

/** 500: an internal error. `cause` is logged; the caller receives only the request id. */
export function failed(cause: unknown): ApiError {
  return new ApiError(
    'RESPONSE_ERROR_FAILED',
    'the server failed to answer; quote the request id when you report it',
    {
      cause,
    },
  );
}
