import { Agent, request } from 'undici';
import type { OutboundCall, OutboundOutcome } from './call.ts';
import { guardedConnect, type Resolve } from './connect.ts';

export type Answered = Omit<OutboundOutcome & { kind: 'answered' }, 'ms'>;

export interface Client {
  send(call: OutboundCall): Promise<Answered>;
  close(): Promise<void>;
}

const MAX_BYTES = 4 * 1024;
const MAX_CONNECTIONS = 256;

export function openClient(timeoutMs: number, resolve?: Resolve): Client {
  const open = (allowsPrivate: boolean) =>
    new Agent({
      connect: guardedConnect({ allowsPrivate, timeoutMs }, resolve),
      connections: MAX_CONNECTIONS,
      pipelining: 1,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      maxHeaderSize: 16 * 1024,
      keepAliveTimeout: 10_000,
    });
  const agents = { guarded: open(false), free: open(true) };

  async function send(call: OutboundCall): Promise<Answered> {
    const timeout = new AbortController();
    const abort = () => timeout.abort();
    const timer = setTimeout(() => timeout.abort(new DOMException('', 'TimeoutError')), timeoutMs);
    if (call.signal?.aborted) abort();
    call.signal?.addEventListener('abort', abort);
    try {
      return await exchange(call, timeout.signal);
    } finally {
      clearTimeout(timer);
      call.signal?.removeEventListener('abort', abort);
    }
  }

  async function exchange(call: OutboundCall, signal: AbortSignal): Promise<Answered> {
    const { statusCode, headers, body } = await request(call.url, {
      method: 'POST',
      headers: call.headers,
      body: call.body,
      dispatcher: call.allowsPrivate ? agents.free : agents.guarded,
      signal,
    });
    const retryAfter = headers['retry-after'];
    const content = await readBeginning(body, call.maxBytes ?? MAX_BYTES);
    return {
      kind: 'answered',
      status: statusCode,
      retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter,
      text: content.toString('utf8'),
      content,
    };
  }

  return {
    send,
    async close() {
      await Promise.all([agents.guarded.destroy(), agents.free.destroy()]);
    },
  };
}

async function readBeginning(
  body: AsyncIterable<Buffer> & { destroy(): unknown },
  maxBytes: number,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    // The response may never end.
    if (bytes >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}
