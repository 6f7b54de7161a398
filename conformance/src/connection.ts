import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, checkForm } from './contract.ts';

export type { Answer };

export interface Call {
  method: string;
  /** Relative to the base address, or absolute. */
  path: string;
  token?: string | undefined;
  json?: unknown;
  form?: Record<string, string> | [string, string][];
  body?: string | Buffer | FormData;
  headers?: Record<string, string>;
}

export type NamedAnswer = Pick<Answer, 'method' | 'path' | 'requestId'>;

/** The latest response, which a failure reports. */
export const latest = new AsyncLocalStorage<{ answer?: NamedAnswer }>();

export interface Connection {
  base: string;
  send(call: Call): Promise<Answer>;
}

const TIMEOUT_MS = 45_000;
/** The server's rate limits last a minute. */
const MAX_WAITS = 3;
const MAX_WAIT_SECONDS = 90;

/**
 * Retries calls that were rate-limited or rejected under load. Validates the last response, unless the
 * address is absolute. Throws the error of `fetch`.
 */
export function connect(base: string, watch: (answer: Answer) => void): Connection {
  return {
    base,
    async send(call) {
      for (let waited = 0; ; waited++) {
        const answer = await sendOnce(base, call);
        watch(answer);
        const { method, path, requestId } = answer;
        Object.assign(latest.getStore() ?? {}, { answer: { method, path, requestId } });
        const seconds = Number(answer.headers.get('retry-after'));
        const isPassing = [429, 503].includes(answer.status) && answer.headers.has('retry-after');
        const again = isPassing && waited < MAX_WAITS && seconds <= MAX_WAIT_SECONDS;
        if (!again) {
          if (!isAbsolute(call.path)) checkForm(answer);
          return answer;
        }
        await delay(Math.max(1, seconds) * 1000);
      }
    },
  };
}

const isAbsolute = (path: string): boolean => /^https?:/.test(path);

async function sendOnce(base: string, call: Call): Promise<Answer> {
  const { method, path, token } = call;
  const headers = new Headers(call.headers);
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  if (call.json !== undefined) headers.set('content-type', 'application/json');
  const address = isAbsolute(path) ? path : base + path.replace(/^\//, '');
  const response = await fetch(address, {
    method,
    headers,
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...bodyOf(call),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return {
    method,
    path: path.replace(/access_token=[^&]*/g, 'access_token=…'),
    status: response.status,
    headers: response.headers,
    bytes,
    json: parsed(bytes),
    requestId: response.headers.get('x-request-id'),
  };
}

function bodyOf({ json, form, body }: Call): Pick<RequestInit, 'body'> {
  if (json !== undefined) return { body: JSON.stringify(json) };
  if (form !== undefined) return { body: new URLSearchParams(form) };
  if (body instanceof Buffer) return { body: new Uint8Array(body) };
  return body === undefined ? {} : { body };
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
