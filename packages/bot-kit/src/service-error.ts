export type Fetch = (address: string, init?: RequestInit) => Promise<Response>;

export class ServiceError extends Error {
  readonly status: number;
  /** A code such as `RESPONSE_ERROR_…`, or an empty string. */
  readonly code: string;
  readonly requestId: string;

  /**
   * True if a retry would be useless. This is the case for all 4xx statuses except an invalid token (401), a
   * timeout (408) and a rate limit (429).
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
