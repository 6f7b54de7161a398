import type { Dispatcher } from 'undici';
import { guardedConnect, type Resolve } from './connect.ts';
import { checkForm } from './outbound.ts';
import { TargetRefused } from './refusal.ts';

export interface DownloadOptions {
  /** Milliseconds from the beginning to the end, redirects included. */
  timeoutMs: number;
  /** A longer answer fails at the byte behind it. */
  maxBytes: number;
  /** Also from private networks and any port; for tests, which have no other host. */
  allowsPrivate?: boolean;
  resolve?: Resolve;
}

export interface Download {
  /** The bytes at an address. Throws DownloadFailed. */
  get(url: string, signal: AbortSignal): Promise<Buffer>;
  close(): Promise<void>;
}

/** What was asked for cannot be had, for a reason that lies outside. */
export class DownloadFailed extends Error {
  constructor(why: string, options?: ErrorOptions) {
    super(why, options);
    this.name = 'DownloadFailed';
  }
}

const MAX_REDIRECTS = 3;
const MAX_CONNECTIONS_PER_HOST = 4;
const HEADERS = { accept: 'image/webp,image/png,image/jpeg,image/gif', 'user-agent': 'Ringbinder' };
/** What a server may call a picture; its bytes decide. An SVG is a document, and no picture here. */
const PICTURE_TYPE = /^(?:image\/(?!svg)|application\/octet-stream\b)/i;

/** Opens the way out for downloads. Nothing of the caller goes along: no cookie, no referrer, no language. */
export function createDownload({
  timeoutMs,
  maxBytes,
  allowsPrivate = false,
  resolve,
}: DownloadOptions): Download {
  // Loaded with the first call: most servers never make one.
  let opening: Promise<{ agent: Dispatcher; request: typeof import('undici').request }> | undefined;

  async function open() {
    const { Agent, request } = await import('undici');
    const connect = guardedConnect({ allowsPrivate, timeoutMs }, resolve);
    const times = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs, keepAliveTimeout: 1_000 };
    const limits = { connections: MAX_CONNECTIONS_PER_HOST, pipelining: 1, maxHeaderSize: 16 * 1024 };
    return { agent: new Agent({ connect, ...times, ...limits }), request };
  }

  async function follow(url: string, signal: AbortSignal): Promise<Buffer> {
    opening ??= open();
    const { agent, request } = await opening;
    let target = url;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      checkTarget(target);
      const answer = await request(target, { headers: HEADERS, dispatcher: agent, signal });
      const { statusCode, headers, body } = answer;
      const location = statusCode >= 300 && statusCode < 400 ? headers.location : undefined;
      if (location === undefined) return await readPicture(answer);
      body.on('error', () => {}).destroy();
      target = URL.parse(String(location), target)?.href ?? '';
    }
    throw new DownloadFailed('it is redirected too often');
  }

  /** Throws TargetRefused. On ports of other services we are no one's scanner. */
  function checkTarget(text: string): void {
    checkForm(text, true);
    if (!allowsPrivate && new URL(text).port !== '') throw new TargetRefused('the address has a port');
  }

  async function readPicture({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<Buffer> {
    const refuse = (why: string) => {
      body.on('error', () => {}).destroy();
      return new DownloadFailed(why);
    };
    if (statusCode !== 200) throw refuse(`the answer is ${statusCode}`);
    if (!PICTURE_TYPE.test(String(headers['content-type'] ?? ''))) throw refuse('it is no picture');
    if (Number(headers['content-length']) > maxBytes) throw refuse('it is too large');
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw refuse('it is too large');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }

  return {
    async get(url, signal) {
      try {
        return await follow(url, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
      } catch (error) {
        if (error instanceof DownloadFailed) throw error;
        throw new DownloadFailed('it cannot be loaded', { cause: error });
      }
    },
    async close() {
      await (await opening)?.agent.destroy();
    },
  };
}
