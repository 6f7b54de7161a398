export interface FieldError {
  path: string;
  message: string;
}

/**
 * A call that the server rejected or that failed. `code` is a RESPONSE_ERROR_* code; `status` is 0 without a response.
 */
export class RingbinderError extends Error {
  override readonly name = 'RingbinderError';
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly fields: readonly FieldError[];

  constructor(
    message: string,
    details: {
      status: number;
      code: string;
      requestId?: string;
      fields?: readonly FieldError[];
      cause?: unknown;
    },
  ) {
    super(message, { cause: details.cause });
    this.status = details.status;
    this.code = details.code;
    this.requestId = details.requestId;
    this.fields = details.fields ?? [];
  }
}

/** The body may have any form. */
export function errorOf(status: number, body: unknown): RingbinderError {
  const { code, message, request_id, errors } = (typeof body === 'object' && body !== null ? body : {}) as {
    code?: string;
    message?: string;
    request_id?: string;
    errors?: FieldError[];
  };
  return new RingbinderError(message ?? `the server answered ${status}`, {
    status,
    code: code ?? 'RESPONSE_ERROR_FAILED',
    ...(request_id === undefined ? {} : { requestId: request_id }),
    ...(errors === undefined ? {} : { fields: errors }),
  });
}
