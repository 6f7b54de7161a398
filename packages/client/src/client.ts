import createFetchClient, { type Middleware } from 'openapi-fetch';
import { errorOf, RingbinderError } from './errors.ts';
import type { ExactClient } from './exact-client.ts';
import type { paths } from './generated/api.ts';
import { defaultRetry, type RetryOptions, withRetries } from './retry.ts';

export interface ClientOptions {
  /** `https://…/v1/` */
  baseUrl: string;
  /**
   * An access token, or a function that the client calls before each request. After the server rejects a
   * token, the function receives the rejected token and must return another.
   */
  token: string | ((refused?: string) => string | Promise<string>);
  fetch?: typeof fetch;
  retry?: Partial<RetryOptions>;
}

export interface RingbinderClient {
  api: ExactClient<paths>;
  baseUrl: string;
  token(refused?: string): Promise<string>;
  fetch: typeof fetch;
}

export function createClient(options: ClientOptions): RingbinderClient {
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const token = async (refused?: string) =>
    typeof options.token === 'string' ? options.token : options.token(refused);
  const send = withRetries(options.fetch ?? globalThis.fetch, { ...defaultRetry, ...options.retry });
  const api = createFetchClient<paths>({ baseUrl, fetch: (request: Request) => send(request) });
  api.use(credentials(token));
  return { api: api as unknown as ExactClient<paths>, baseUrl, token, fetch: send };
}

function credentials(token: () => Promise<string>): Middleware {
  return {
    async onRequest({ request }) {
      request.headers.set('authorization', `Bearer ${await token()}`);
      if (request.method === 'POST' && !request.headers.has('idempotency-key')) {
        request.headers.set('idempotency-key', crypto.randomUUID());
      }
      return request;
    },
  };
}

interface CallResult {
  data?: unknown;
  error?: unknown;
  response: Response;
}

type ResponseData<R> = R extends { data: { data: infer D } } ? D : never;
type DataOf<R> = [ResponseData<R>] extends [never] ? undefined : ResponseData<R>;

/**
 * Resolves with the response's `data`. Throws RingbinderError.
 *
 * @example
 * const params = { path: { binder_id } };
 * const { pages } = await unwrap(client.api.GET('/{binder_id}/pages', { params }));
 */
export async function unwrap<R extends CallResult>(call: Promise<R>): Promise<DataOf<R>> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    throw new RingbinderError('the server did not respond', {
      status: 0,
      code: 'RESPONSE_ERROR_SERVICE_UNAVAILABLE',
      cause,
    });
  });
  if (error !== undefined || !response.ok) throw errorOf(response.status, error);
  return (data as { data?: DataOf<R> } | undefined)?.data as DataOf<R>;
}
