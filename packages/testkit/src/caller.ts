import type { OpenApiCheck } from './openapi-check.ts';

/** `body` is undefined unless it is JSON. */
export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read all responses, and the OpenAPI check validates them.
  body: any;
  bytes: Buffer;
}

export interface CallOptions {
  token?: string;
  json?: unknown;
  form?: Record<string, string> | URLSearchParams;
  body?: string | Buffer | FormData | ReadableStream;
  headers?: Record<string, string>;
}

export type Caller = (method: string, path: string, options?: CallOptions) => Promise<Answer>;

export function createCaller(base: string, check: OpenApiCheck): Caller {
  return async (method, path, options = {}) => {
    const { token, json, form, body = null, headers = {} } = options;
    const sent =
      json !== undefined ? JSON.stringify(json) : form !== undefined ? new URLSearchParams(form) : body;
    const response = await fetch(base + path, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: sent,
      redirect: 'manual',
      ...(sent instanceof ReadableStream ? { duplex: 'half' } : {}),
    } as RequestInit);
    const bytes = Buffer.from(await response.arrayBuffer());
    const contentType = response.headers.get('content-type') ?? '';
    const parsed =
      contentType.startsWith('application/json') && method !== 'HEAD'
        ? JSON.parse(bytes.toString())
        : undefined;
    if (method !== 'HEAD') check(method, path.split('?', 1)[0] ?? '', response.status, contentType, parsed);
    return { status: response.status, headers: response.headers, body: parsed, bytes };
  };
}
