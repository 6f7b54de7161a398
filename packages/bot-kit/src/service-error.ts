export type Fetch = (address: string, init?: RequestInit) => Promise<Response>;

export class ServiceError extends Error {
  readonly status: number;
  /** `RESPONSE_ERROR_…`, or empty. */
  readonly code: string;
  readonly requestId: string;

  /**
   * True if retries are useless: for 4xx except an invalid token (401), a timeout (408) and a rate limit
   * (429).
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
