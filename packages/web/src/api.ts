import type { ConsoleBoot } from './boot.ts';
import { text } from './strings/console.ts';
import { type Reason, sentenceOf } from './strings/language.ts';

export class ApiError extends Error {
  /** HTTP status, or 0 if no response arrived. */
  readonly status: number;
  readonly fields: Readonly<Record<string, string>>;
  constructor(status: number, message: string, fields: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.fields = fields;
  }
}

/** Callers must ignore errors after `signal` is aborted. */
export interface Call {
  <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown, signal?: AbortSignal): Promise<T>;
  token(): Promise<string>;
  /** A response that is not JSON. */
  blob(path: string): Promise<Blob>;
}

const EARLY_MS = 60_000;

export function createCall({ base, root }: ConsoleBoot): Call {
  let token: Promise<{ text: string; until: number }> | undefined;

  async function fetchToken() {
    const response = await reach(`${base}/admin/session-token`, { method: 'POST' });
    if (response.status === 401 || response.status === 403) return signIn();
    if (!response.ok) throw await problemOf(response);
    const { access_token, expires_in } = (await response.json()).data;
    return { text: access_token as string, until: Date.now() + expires_in * 1000 - EARLY_MS };
  }

  function signIn(): Promise<never> {
    const next = new URLSearchParams({ next: location.pathname + location.search });
    location.assign(`${root.replace(/admin$/, 'sign-in')}?${next}`);
    return new Promise(() => {});
  }

  async function currentToken(): Promise<string> {
    token ??= fetchToken();
    try {
      const { text: current, until } = await token;
      if (Date.now() < until) return current;
    } catch (error) {
      token = undefined;
      throw error;
    }
    token = fetchToken();
    return (await token).text;
  }

  return Object.assign(call, {
    token: currentToken,
    blob: async (path: string) => (await send('GET', path)).blob(),
  });

  async function call<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
    return (await (await send(method, path, body, signal)).json()).data as T;
  }

  async function send(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      const headers: Record<string, string> = { authorization: `Bearer ${await currentToken()}` };
      if (body !== undefined) headers['content-type'] = 'application/json';
      const init: RequestInit = { method, headers };
      if (body !== undefined) init.body = JSON.stringify(body);
      if (signal) init.signal = signal;
      const response = await reach(`${base}${path}`, init);
      if (response.ok) return response;
      if (response.status === 401 && attempt === 1) token = undefined;
      else if (response.status === 401) return signIn();
      else throw await problemOf(response);
    }
  }
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch {
    throw new ApiError(0, text.offline);
  }
}

interface Problem extends Partial<Reason> {
  errors?: ({ path: string } & Reason)[];
}

async function problemOf(response: Response): Promise<ApiError> {
  const { message, errors = [], ...why } = (await response.json().catch(() => ({}))) as Problem;
  // An error in `certificates[0]` belongs to the field `certificates`.
  const fields = errors.map((error) => [error.path.split(/[.[]/)[0] ?? '', sentenceOf(error)] as const);
  const sentence = message ? sentenceOf({ ...why, message }) : text.http(String(response.status));
  return new ApiError(response.status, sentence, Object.fromEntries(fields.filter(([name]) => name !== '')));
}
