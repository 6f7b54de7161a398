/** Why the server refused a call, for a sentence in the language of the person. */
export interface Because {
  /** A name that never changes, such as `step_completed`; undefined for errors that only developers meet. */
  readonly reason?: string | undefined;
  /** The values of the sentence, in its order. */
  readonly params?: Readonly<Record<string, string | number>> | undefined;
}

export interface FieldError extends Because {
  path: string;
  /** In English. */
  message: string;
}

/**
 * A call that the server rejected or that failed. `code` is a RESPONSE_ERROR_* code; `status` is 0 without a response.
 */
export class RingbinderError extends Error implements Because {
  override readonly name = 'RingbinderError';
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly fields: readonly FieldError[];
  readonly reason: string | undefined;
  readonly params: Because['params'];

  constructor(
    message: string,
    details: {
      status: number;
      code: string;
      requestId?: string;
      fields?: readonly FieldError[] | undefined;
      cause?: unknown;
    } & Because,
  ) {
    super(message, { cause: details.cause });
    this.status = details.status;
    this.code = details.code;
    this.requestId = details.requestId;
    this.fields = details.fields ?? [];
    this.reason = details.reason;
    this.params = details.params;
  }
}

/** The body may have any form. */
export function errorOf(status: number, body: unknown): RingbinderError {
  const { code, message, request_id, errors, reason, params } = (
    typeof body === 'object' && body !== null ? body : {}
  ) as {
    code?: string;
    message?: string;
    request_id?: string;
    errors?: FieldError[];
  } & Because;
  return new RingbinderError(message ?? `the server answered ${status}`, {
    status,
    code: code ?? 'RESPONSE_ERROR_FAILED',
    ...(request_id === undefined ? {} : { requestId: request_id }),
    fields: errors,
    reason,
    params,
  });
}
