/** The used part of `fetch`. */
export type Fetch = (address: string, init?: RequestInit) => Promise<Response>;

/** A rejection by the service. */
export class ServiceError extends Error {
  /** The HTTP status. */
  readonly status: number;
  /** `RESPONSE_ERROR_…`; empty if missing. */
  readonly code: string;
  /** The id in the server's log; empty if missing. */
  readonly requestId: string;

  /**
   * Whether a repetition would be rejected too: 400, 403, 404, 409, 412 and 413, but not an invalid token (401), a rate
   * limit (429) or an outage (5xx).
   */
  get isFinal(): boolean {
    return this.status >= 400 && this.status < 500 && ![401, 408, 429].includes(this.status);
  }

  constructor(response: { status: number; headers: Headers }, answer: Record<string, unknown>) {
    const reason = answer.message ?? answer.error_description ?? answer.error ?? 'no reason was given';
    super(`the service answered ${response.status}: ${String(reason)}`);
    this.name = 'ServiceError';
    this.status = response.status;
    this.code = typeof answer.code === 'string' ? answer.code : '';
    this.requestId = response.headers.get('x-request-id') ?? '';
  }
}
