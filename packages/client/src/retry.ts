export interface RetryOptions {
  /** 1 disables retries. */
  attempts: number;
  /**
   * Delay before the first retry, doubled with each retry. A longer `Retry-After` replaces it, up to 30
   * seconds.
   */
  waitMs: number;
}

export const defaultRetry: RetryOptions = { attempts: 4, waitMs: 200 };

const MAX_WAIT_MS = 30_000;
const PASSING = new Set([429, 502, 503, 504]);
const SAFE_METHODS = new Set(['GET', 'HEAD', 'DELETE']);

/**
 * Retries only GET, HEAD, DELETE and requests with an `Idempotency-Key`. A repeated DELETE may return 404.
 */
export function withRetries(send: typeof fetch, { attempts, waitMs }: RetryOptions): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const repeatable = SAFE_METHODS.has(request.method) || request.headers.has('idempotency-key');
    for (let attempt = 1; ; attempt++) {
      const last = attempt >= attempts || !repeatable;
      try {
        const response = await send(last ? request : request.clone());
        if (last || !PASSING.has(response.status)) return response;
        await response.body?.cancel();
        await wait(waitOf(attempt, waitMs, response.headers.get('retry-after')), request.signal);
      } catch (error) {
        if (last || request.signal.aborted) throw error;
        await wait(waitOf(attempt, waitMs, null), request.signal);
      }
    }
  };
}

function waitOf(attempt: number, waitMs: number, retryAfter: string | null): number {
  const seconds = Number(retryAfter);
  const retryAfterMs = retryAfter !== null && Number.isFinite(seconds) ? seconds * 1000 : 0;
  const own = waitMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
  return Math.min(MAX_WAIT_MS, Math.max(retryAfterMs, own));
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
