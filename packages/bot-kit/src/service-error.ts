/** The part of `fetch` that the kit uses. */
export type Fetch = (address: string, init?: RequestInit) => Promise<Response>;

/** A refusal of the service. */
export class ServiceError extends Error {
  /** The HTTP status. */
  readonly status: number;
  /** `RESPONSE_ERROR_…`, empty when the answer had none. */
  readonly code: string;
  /** The id to look for in the server's log, empty when the answer had none. */
  readonly requestId: string;

  /**
   * Whether the same call would be refused again: the contract's 400, 403, 404, 409, 412 and 413, but not a token that
   * is not taken (401), a limit (429), or a service that is away (5xx).
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
