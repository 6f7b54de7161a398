import createFetchClient, { type Middleware } from 'openapi-fetch';
import { errorOf, RingbinderError } from './errors.ts';
import type { ExactClient } from './exact-client.ts';
import type { paths } from './generated/api.ts';
import { defaultRetry, type RetryOptions, withRetries } from './retry.ts';

/** How to reach a server, and as whom. */
export interface ClientOptions {
  /** The base address of an environment: `https://…/v1/`. */
  baseUrl: string;
  /**
   * An access token, or a function that gives one; it is asked before every call, so it may renew it. Where the server has
   * refused a token, that is passed, and another one is wanted.
   */
  token: string | ((refused?: string) => string | Promise<string>);
  /** Another `fetch`. Default: the platform's. */
  fetch?: typeof fetch;
  retry?: Partial<RetryOptions>;
}

/** A client: every operation of the API by method and path, typed by the OpenAPI document. */
export interface RingbinderClient {
  /** `api.GET('/{binder_id}/pages', {params: {path: {binder_id}}})` and the like; gives `{data, error, response}`. */
  api: ExactClient<paths>;
  baseUrl: string;
  /** The access token to use now; with one that was refused, another one if there is any. */
  token(refused?: string): Promise<string>;
  fetch: typeof fetch;
}

/** Makes a client. Nothing is sent before the first call. */
export function createClient(options: ClientOptions): RingbinderClient {
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const token = async (refused?: string) =>
    typeof options.token === 'string' ? options.token : options.token(refused);
  const send = withRetries(options.fetch ?? globalThis.fetch, { ...defaultRetry, ...options.retry });
  const api = createFetchClient<paths>({ baseUrl, fetch: (request: Request) => send(request) });
  api.use(credentials(token));
  return { api: api as unknown as ExactClient<paths>, baseUrl, token, fetch: send };
}

/** Adds the token, and a key to every POST that has none, so that it can be tried again without being done twice. */
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

/** What a call of `api` gives. */
interface CallResult {
  data?: unknown;
  error?: unknown;
  response: Response;
}

type ResponseData<R> = R extends { data: { data: infer D } } ? D : never;
/** What an operation gives; undefined for those that answer with the code only. */
type DataOf<R> = [ResponseData<R>] extends [never] ? undefined : ResponseData<R>;

/**
 * The `data` of a call's answer. Throws RingbinderError when the call was refused or failed.
 * @example const { pages } = await unwrap(client.api.GET('/{binder_id}/pages', { params: { path: { binder_id } } }));
 */
export async function unwrap<R extends CallResult>(call: Promise<R>): Promise<DataOf<R>> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    throw new RingbinderError('no answer came from the server', {
      status: 0,
      code: 'RESPONSE_ERROR_SERVICE_UNAVAILABLE',
      cause,
    });
  });
  if (error !== undefined || !response.ok) throw errorOf(response.status, error);
  return (data as { data?: DataOf<R> } | undefined)?.data as DataOf<R>;
}
