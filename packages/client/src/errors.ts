export interface Because {
  /** For example `step_completed`. Undefined for errors that only developers see. */
  readonly reason?: string | undefined;
  readonly params?: Readonly<Record<string, string | number>> | undefined;
}

export interface FieldError extends Because {
  path: string;
  /** In English. */
  message: string;
}

interface Details extends Because {
  status: number;
  code: string;
  requestId?: string | undefined;
  fields?: readonly FieldError[] | undefined;
  cause?: unknown;
}

/** `code` is a `RESPONSE_ERROR_*` name. `status` is 0 if no response arrived. */
export class RingbinderError extends Error implements Because {
  override readonly name = 'RingbinderError';
  declare readonly status: number;
  declare readonly code: string;
  declare readonly requestId: string | undefined;
  declare readonly reason: string | undefined;
  declare readonly params: Because['params'];
  declare readonly fields: readonly FieldError[];

  constructor(message: string, { cause, fields = [], ...details }: Details) {
    super(message, { cause });
    Object.assign(this, details, { fields });
  }
}

export function errorOf(status: number, body: unknown): RingbinderError {
  const { code, message, request_id, errors, reason, params } = Object(body) as Partial<Details> & {
    message?: string;
    request_id?: string;
    errors?: FieldError[];
  };
  return new RingbinderError(message ?? `the server responded with ${status}`, {
    status,
    code: code ?? 'RESPONSE_ERROR_FAILED',
    requestId: request_id,
    fields: errors ?? [],
    reason,
    params,
  });
}
