import { type ErrorCode, responseCodes } from '@ringbinder/protocol';
import { type Because, messageOf } from './because.ts';

export { type Because, because, type Reason, withDetails } from './because.ts';

/** `path` names the field (`steps[0].actions`); an empty path means the whole request. */
export interface FieldError extends Partial<Because> {
  path: string;
  message: string;
}

/** A sentence for developers only, or a reason that the pages translate for people. */
type Text = string | Because;

/** An error that is sent to the caller. `message` and `errors` are public; `cause` is logged and never sent. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  /** Why, for programs; undefined for errors that only developers meet. */
  readonly reason: string | undefined;
  /** The values of the sentence, in its order. */
  readonly params: Because['params'] | undefined;
  readonly errors: FieldError[] | undefined;
  /** In seconds. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    text: Text,
    options: { errors?: FieldError[]; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(messageOf(text), { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.reason = typeof text === 'string' ? undefined : text.reason;
    this.params = typeof text === 'string' ? undefined : text.params;
    this.errors = options.errors;
    this.retryAfter = options.retryAfter;
  }

  get status(): number {
    return responseCodes[this.code].status;
  }
}

export const fieldError = (path: string, text: Text): FieldError =>
  typeof text === 'string' ? { path, message: text } : { path, ...text };

/** The text for the whole call: the message names the field. */
function naming(path: string, text: Text): Text {
  if (path === '') return text;
  const message = `${path} ${messageOf(text)}`;
  return typeof text === 'string' ? message : { ...text, message };
}

/** The text for a call with several faults: all messages, with the reason of the first. */
export function summary(errors: readonly FieldError[], part = ''): Text {
  const named = (each: FieldError) => [each.path || part, each.message].filter(Boolean).join(' ');
  const message = errors.map(named).join('; ');
  const { reason, params } = errors[0] ?? {};
  return reason && params ? { message, reason, params } : message;
}

/** 400: a field is invalid. */
export function invalid(path: string, text: Text): ApiError {
  return new ApiError('RESPONSE_ERROR_INVALID_REQUEST', naming(path, text), {
    errors: [fieldError(path, text)],
  });
}

/**
 * 400: fields are invalid.
 * @param part stands for an empty path, such as `body`
 */
export function invalidFields(errors: FieldError[], part = ''): ApiError {
  return new ApiError('RESPONSE_ERROR_INVALID_REQUEST', summary(errors, part), { errors });
}

/** 400: the endpoint or method does not exist. */
export function noSuchEndpoint(method: string, path: string): ApiError {
  return new ApiError('RESPONSE_ERROR_INVALID_REQUEST', `there is no endpoint ${method} ${path}`);
}

/** 401: no valid token. */
export function invalidToken(text: Text): ApiError {
  return new ApiError('RESPONSE_ERROR_INVALID_TOKEN', text);
}

/** 403: the caller lacks the right. */
export function forbidden(text: Text): ApiError {
  return new ApiError('RESPONSE_ERROR_PERMISSION', text);
}

/** 404: the resource does not exist. `noun` is its name in the API. */
export function notFound(noun: string, id: string | number): ApiError {
  return new ApiError('RESPONSE_ERROR_NOT_FOUND', `there is no ${noun} ${id}`);
}

/** 404: a field references something that does not exist. */
export function referenceNotFound(path: string, text: Text): ApiError {
  return new ApiError('RESPONSE_ERROR_NOT_FOUND', naming(path, text), { errors: [fieldError(path, text)] });
}

/** 409: conflicts with existing data. */
export function conflict(text: Text, errors?: FieldError[]): ApiError {
  return new ApiError('RESPONSE_ERROR_CONFLICT', text, errors ? { errors } : {});
}

/** 409: a field conflicts with existing data. */
export function fieldConflict(path: string, text: Text): ApiError {
  return conflict(naming(path, text), [fieldError(path, text)]);
}

/** 412: a condition of the operation does not hold. */
export function preconditionFailed(text: Text, errors?: FieldError[]): ApiError {
  return new ApiError('RESPONSE_ERROR_PRECONDITION_FAILED', text, errors ? { errors } : {});
}

/** 412: a condition of a field does not hold. */
export function fieldPreconditionFailed(path: string, text: Text): ApiError {
  return fieldsPreconditionFailed([fieldError(path, text)]);
}

/** 412: conditions of fields do not hold. */
export function fieldsPreconditionFailed(errors: FieldError[]): ApiError {
  return preconditionFailed(summary(errors), errors);
}

export function exceedsLimit(path: string, text: Text): ApiError {
  return new ApiError('RESPONSE_ERROR_EXCEED_LIMIT', naming(path, text), {
    errors: [fieldError(path, text)],
  });
}

/** 429: too many calls. `retryAfter` is in seconds. */
export function tooManyRequests(text: Text, retryAfter: number): ApiError {
  return new ApiError('RESPONSE_ERROR_TOO_MANY_REQUESTS', text, { retryAfter });
}

/** 503: temporarily unavailable. `retryAfter` is in seconds. */
export function unavailable(text: Text, retryAfter: number, cause?: unknown): ApiError {
  return new ApiError('RESPONSE_ERROR_SERVICE_UNAVAILABLE', text, { retryAfter, cause });
}

/** An error as JSON in the database. */
export type StoredError = Pick<ApiError, 'code' | 'message' | 'reason' | 'params' | 'errors'>;

export const storedError = ({ code, message, reason, params, errors }: ApiError): StoredError => ({
  code,
  message,
  reason,
  params,
  errors,
});

export function errorOfStored({ code, message, reason, params, errors }: StoredError): ApiError {
  const text = reason && params ? { message, reason, params } : message;
  return new ApiError(code, text, errors ? { errors } : {});
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
