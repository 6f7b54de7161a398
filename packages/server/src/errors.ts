import { type ErrorCode, responseCodes } from '@ringbinder/protocol';
import { type Because, messageOf } from './because.ts';

export { type Because, because, type Reason, withDetails } from './because.ts';

/** `path` names a field, such as `steps[0].actions`, or is empty for the whole request. */
export interface FieldError extends Partial<Because> {
  path: string;
  message: string;
}

type Text = string | Because;

export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly reason: string | undefined;
  readonly params: Because['params'] | undefined;
  readonly errors: FieldError[] | undefined;
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

function naming(path: string, text: Text): Text {
  if (path === '') return text;
  const message = `${path} ${messageOf(text)}`;
  return typeof text === 'string' ? message : { ...text, message };
}

export function summary(errors: readonly FieldError[], part = ''): Text {
  const named = (each: FieldError) => [each.path || part, each.message].filter(Boolean).join(' ');
  const message = errors.map(named).join('; ');
  const { reason, params } = errors[0] ?? {};
  return reason && params ? { message, reason, params } : message;
}

export function invalid(path: string, text: Text): ApiError {
  return new ApiError('RESPONSE_ERROR_INVALID_REQUEST', naming(path, text), {
    errors: [fieldError(path, text)],
  });
}

export function invalidFields(errors: FieldError[], part = ''): ApiError {
  return new ApiError('RESPONSE_ERROR_INVALID_REQUEST', summary(errors, part), { errors });
}

export function noSuchEndpoint(method: string, path: string): ApiError {
  return new ApiError('RESPONSE_ERROR_INVALID_REQUEST', `there is no endpoint ${method} ${path}`);
}

export function invalidToken(text: Text): ApiError {
  return new ApiError('RESPONSE_ERROR_INVALID_TOKEN', text);
}

export function forbidden(text: Text): ApiError {
  return new ApiError('RESPONSE_ERROR_PERMISSION', text);
}

export function notFound(noun: string, id: string | number): ApiError {
  return new ApiError('RESPONSE_ERROR_NOT_FOUND', `there is no ${noun} ${id}`);
}

export function referenceNotFound(path: string, text: Text): ApiError {
  return new ApiError('RESPONSE_ERROR_NOT_FOUND', naming(path, text), { errors: [fieldError(path, text)] });
}

export function conflict(text: Text, errors?: FieldError[]): ApiError {
  return new ApiError('RESPONSE_ERROR_CONFLICT', text, errors ? { errors } : {});
}

export function fieldConflict(path: string, text: Text): ApiError {
  return conflict(naming(path, text), [fieldError(path, text)]);
}

export function preconditionFailed(text: Text, errors?: FieldError[]): ApiError {
  return new ApiError('RESPONSE_ERROR_PRECONDITION_FAILED', text, errors ? { errors } : {});
}

export function fieldPreconditionFailed(path: string, text: Text): ApiError {
  return fieldsPreconditionFailed([fieldError(path, text)]);
}

export function fieldsPreconditionFailed(errors: FieldError[]): ApiError {
  return preconditionFailed(summary(errors), errors);
}

export function exceedsLimit(path: string, text: Text): ApiError {
  return new ApiError('RESPONSE_ERROR_EXCEED_LIMIT', naming(path, text), {
    errors: [fieldError(path, text)],
  });
}

export function tooManyRequests(text: Text, retryAfter: number): ApiError {
  return new ApiError('RESPONSE_ERROR_TOO_MANY_REQUESTS', text, { retryAfter });
}

export function unavailable(text: Text, retryAfter: number, cause?: unknown): ApiError {
  return new ApiError('RESPONSE_ERROR_SERVICE_UNAVAILABLE', text, { retryAfter, cause });
}

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

export function damaged(message: string): ApiError {
  return new ApiError('RESPONSE_ERROR_FAILED', message);
}

export function failed(cause: unknown): ApiError {
  return new ApiError(
    'RESPONSE_ERROR_FAILED',
    'the server failed to answer; quote the request id when you report it',
    {
      cause,
    },
  );
}
