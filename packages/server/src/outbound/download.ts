import type { Dispatcher } from 'undici';
import { guardedConnect, type Resolve } from './connect.ts';
import { checkForm } from './outbound.ts';
import { TargetRefused } from './refusal.ts';

export interface DownloadOptions {
  timeoutMs: number;
  /** Larger pictures fail. Longer pages are truncated. */
  maxBytes: number;
  allowsPrivate?: boolean;
  resolve?: Resolve;
}

type IsRefused = (target: URL) => boolean;

export interface Download {
  get(url: string, signal: AbortSignal): Promise<Buffer>;
  getPage(
    url: string,
    signal: AbortSignal,
    isRefused?: IsRefused,
  ): Promise<{ bytes: Buffer; contentType: string; address: string }>;
  close(): Promise<void>;
}

export class DownloadFailed extends Error {
  constructor(why: string, options?: ErrorOptions) {
    super(why, options);
    this.name = 'DownloadFailed';
  }
}

const MAX_REDIRECTS = 3;
const MAX_CONNECTIONS_PER_HOST = 4;
const PICTURES = 'image/webp,image/png,image/jpeg,image/gif';
const PAGES = 'text/html';
const PAGE_TYPE = /^text\/html\b/i;
const PICTURE_TYPE = /^(?:image\/(?!svg)|application\/octet-stream\b)/i;

export function createDownload({
  timeoutMs,
  maxBytes,
  allowsPrivate = false,
  resolve,
}: DownloadOptions): Download {
  let opening: Promise<{ agent: Dispatcher; request: typeof import('undici').request }> | undefined;

  async function open() {
    const { Agent, request } = await import('undici');
    const connect = guardedConnect({ allowsPrivate, timeoutMs }, resolve);
    const times = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs, keepAliveTimeout: 1_000 };
    const limits = { connections: MAX_CONNECTIONS_PER_HOST, pipelining: 1, maxHeaderSize: 16 * 1024 };
    return { agent: new Agent({ connect, ...times, ...limits }), request };
  }

  async function follow(url: string, accept: string, signal: AbortSignal, isRefused: IsRefused) {
    opening ??= open();
    const { agent, request } = await opening;
    let target = url;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      checkTarget(target);
      if (isRefused(new URL(target))) throw new TargetRefused('the address is refused');
      const sent = { accept, 'user-agent': 'Ringbinder' };
      const answer = await request(target, { headers: sent, dispatcher: agent, signal });
      const { statusCode, headers, body } = answer;
      const location = statusCode >= 300 && statusCode < 400 ? headers.location : undefined;
      if (location === undefined) return { answer, address: target };
      body.on('error', () => {}).destroy();
      target = URL.parse(String(location), target)?.href ?? '';
    }
    throw new DownloadFailed('it is redirected too often');
  }

  /** The server must not be a port scanner. */
  function checkTarget(text: string): void {
    checkForm(text, true);
    if (!allowsPrivate && new URL(text).port !== '') throw new TargetRefused('the address has a port');
  }

  const refusalOf = (body: Dispatcher.ResponseData['body']) => (why: string) => {
    body.on('error', () => {}).destroy();
    return new DownloadFailed(why);
  };

  async function readPicture({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<Buffer> {
    const refuse = refusalOf(body);
    if (statusCode !== 200) throw refuse(`the answer is ${statusCode}`);
    if (!PICTURE_TYPE.test(String(headers['content-type'] ?? ''))) throw refuse('it is not a picture');
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

  async function readPage({ statusCode, headers, body }: Dispatcher.ResponseData) {
    const refuse = refusalOf(body);
    const contentType = String(headers['content-type'] ?? '');
    if (statusCode !== 200) throw refuse(`the answer is ${statusCode}`);
    if (!PAGE_TYPE.test(contentType)) throw refuse('it is not an HTML page');
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= maxBytes) break;
    }
    return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), contentType };
  }

  async function load<T>(
    url: string,
    accept: string,
    outer: AbortSignal,
    isRefused: IsRefused,
    read: (answer: Dispatcher.ResponseData, address: string) => Promise<T>,
  ): Promise<T> {
    try {
      const signal = AbortSignal.any([outer, AbortSignal.timeout(timeoutMs)]);
      const { answer, address } = await follow(url, accept, signal, isRefused);
      return await read(answer, address);
    } catch (error) {
      if (error instanceof DownloadFailed) throw error;
      throw new DownloadFailed('it cannot be loaded', { cause: error });
    }
  }

  return {
    get: (url, signal) => load(url, PICTURES, signal, () => false, readPicture),
    getPage: (url, signal, isRefused = () => false) =>
      load(url, PAGES, signal, isRefused, async (answer, address) => ({
        ...(await readPage(answer)),
        address,
      })),
    async close() {
      await (await opening)?.agent.destroy();
    },
  };
}
