import { performance } from 'node:perf_hooks';
import { Agent, request } from 'undici';
import { guardedConnect, type Resolve, TargetRefused } from './connect.ts';

/** What may be called. */
export interface OutboundOptions {
  /** Takes `http:` too, and not only `https:`. */
  allowsHttp: boolean;
  /** Milliseconds from the beginning of a call to its end. */
  timeoutMs: number;
  resolve?: Resolve;
}

/** A call to somewhere outside. */
export interface OutboundCall {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** May also reach private networks. */
  allowsPrivate: boolean;
}

/** What came of a call. `answered` has the first bytes of the answer as text. */
export type OutboundOutcome =
  | { kind: 'answered'; status: number; retryAfter: string | undefined; text: string; ms: number }
  | { kind: 'failed'; reason: string; ms: number };

/** Calls to the outside, through the one guard. */
export interface Outbound {
  /** Posts, and never rejects. Redirects are not followed. */
  post(call: OutboundCall): Promise<OutboundOutcome>;
  close(): Promise<void>;
}

/** Of an answer, no more than this is read. */
const MOST_BYTES = 4 * 1024;
/** Connections to one receiver. */
const MOST_CONNECTIONS = 16;

/** Opens the way out. */
export function createOutbound({ allowsHttp, timeoutMs, resolve }: OutboundOptions): Outbound {
  const open = (allowsPrivate: boolean) =>
    new Agent({
      connect: guardedConnect({ allowsPrivate, timeoutMs }, resolve),
      connections: MOST_CONNECTIONS,
      pipelining: 1,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      maxHeaderSize: 16 * 1024,
      keepAliveTimeout: 10_000,
    });
  const agents = { guarded: open(false), free: open(true) };

  async function send(call: OutboundCall): Promise<Omit<OutboundOutcome & { kind: 'answered' }, 'ms'>> {
    checkForm(call.url, allowsHttp);
    const { statusCode, headers, body } = await request(call.url, {
      method: 'POST',
      headers: call.headers,
      body: call.body,
      dispatcher: call.allowsPrivate ? agents.free : agents.guarded,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const retryAfter = headers['retry-after'];
    const text = await readBeginning(body);
    return {
      kind: 'answered',
      status: statusCode,
      retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter,
      text,
    };
  }

  return {
    async post(call) {
      const began = performance.now();
      const ms = () => Math.round(performance.now() - began);
      try {
        return { ...(await send(call)), ms: ms() };
      } catch (error) {
        return { kind: 'failed', reason: reasonOf(error), ms: ms() };
      }
    },
    async close() {
      await Promise.all([agents.guarded.destroy(), agents.free.destroy()]);
    },
  };
}

/** Throws TargetRefused for an address that is not to be called, whoever answers there. */
function checkForm(text: string, allowsHttp: boolean): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) throw new TargetRefused('the address cannot be read');
  if (url.protocol !== 'https:' && !(allowsHttp && url.protocol === 'http:'))
    throw new TargetRefused(`the address must begin with https://`);
  if (url.username || url.password) throw new TargetRefused('the address must not hold a password');
}

async function readBeginning(body: AsyncIterable<Buffer> & { destroy(): unknown }): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    // Breaking off ends the connection; nobody has to listen to a receiver that does not stop talking.
    if (bytes >= MOST_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MOST_BYTES).toString('utf8');
}

/** Why there was no answer, in words that tell a bot's admin what to look for and nothing of our inside. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  if (error instanceof TargetRefused) return error.message;
  if (error.name === 'TimeoutError' || /TIMEOUT|ETIMEDOUT/.test(codeOf(error))) return 'no answer in time';
  const code = codeOf(error);
  if (code === 'ECONNREFUSED') return 'the connection was refused';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'the name was not found';
  if (/CERT|SSL|TLS/.test(code)) return 'the certificate is not good';
  if (error.name === 'HTTPParserError' || /HEADERS/.test(code)) return 'the answer is not HTTP';
  return 'the connection broke';
}

function codeOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : '';
}
