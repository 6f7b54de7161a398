import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Delivery } from './deliveries.ts';

export interface Exchange {
  id: string;
  /** Null if no complete response arrived in time. */
  status: number | null;
  text: string;
  isLate: boolean;
  ms: number;
}

export interface SendOptions {
  pieces?: number;
  hold?: Promise<unknown>;
  timeoutMs?: number;
}

/** Sends requests to the receiver. Never rejects. */
export interface Sender {
  url: string;
  timeoutMs: number;
  post(delivery: Delivery, options?: SendOptions): Promise<Exchange>;
  get(query: Record<string, string>): Promise<Exchange>;
  cutOff(delivery: Delivery): Promise<void>;
  slowestMs(): number;
}

/** Bytes of a response that the service reads. */
const MAX_BYTES = 4 * 1024;
const PAUSE_MS = 15;

export function createSender(url: string, timeoutMs: number): Sender {
  const open = (method: string, address: string, headers: Record<string, string>) => {
    const begin = address.startsWith('https:') ? requestHttps : requestHttp;
    return begin(address, { method, headers, agent: false });
  };
  const openPost = ({ headers, body }: Delivery) =>
    open('POST', url, { ...headers, 'content-length': String(body.length) });
  let slowest = 0;
  const onAnswer = (exchange: Promise<Exchange>, request: ClientRequest) => {
    let sentAt = performance.now();
    request.once('finish', () => {
      sentAt = performance.now();
    });
    return exchange.then((came) => {
      slowest = Math.max(slowest, performance.now() - sentAt);
      return came;
    });
  };
  return {
    url,
    timeoutMs,
    slowestMs: () => slowest,
    post(delivery, options = {}) {
      const request = openPost(delivery);
      const exchange = follow(request, delivery.id, options.timeoutMs ?? timeoutMs);
      void write(request, delivery.body, options);
      return onAnswer(exchange, request);
    },
    get(query) {
      const address = new URL(url);
      for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
      const request = open('GET', address.href, {});
      request.end();
      return onAnswer(follow(request, '', timeoutMs), request);
    },
    async cutOff(delivery) {
      const request = openPost(delivery);
      request.on('error', () => {});
      const half = delivery.body.subarray(0, delivery.body.length / 2);
      await new Promise<void>((resolve) =>
        request.once('close', resolve).write(half, () => request.destroy()),
      );
    },
  };
}

async function write(request: ClientRequest, body: Buffer, { pieces = 1, hold }: SendOptions): Promise<void> {
  const length = Math.ceil(body.length / pieces);
  for (let piece = 0; piece < pieces - 1 && !request.destroyed; piece++) {
    await new Promise<void>((resolve) =>
      request.write(body.subarray(piece * length, (piece + 1) * length), () => resolve()),
    );
    // Pause, so that each piece becomes its own packet.
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  await hold;
  request.end(body.subarray((pieces - 1) * length));
}

function follow(request: ClientRequest, id: string, timeoutMs: number): Promise<Exchange> {
  const began = performance.now();
  return new Promise((resolve) => {
    const end = (status: number | null, text: string, isLate = false) => {
      stopWaiting();
      resolve({ id, status, text, isLate, ms: performance.now() - began });
      request.destroy();
    };
    const stopWaiting = setBusyTimeout(timeoutMs, () =>
      end(null, `no response within ${timeoutMs / 1000} s`, true),
    );
    request.on('error', (error: NodeJS.ErrnoException) =>
      end(null, `no response: ${error.code ?? error.message}`),
    );
    request.on('response', (response: IncomingMessage) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      const text = () => Buffer.concat(chunks).subarray(0, MAX_BYTES).toString('utf8');
      const done = () => end(response.statusCode ?? null, text());
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes >= MAX_BYTES) done();
      });
      response.on('end', done);
      response.on('error', () => end(null, 'an answer that broke off'));
    });
  });
}

const TURN_MS = 10;

/** A timeout in turns of the event loop, which excludes time in which this process is busy. */
function setBusyTimeout(ms: number, callback: () => void): () => void {
  let turns = Math.ceil(ms / TURN_MS);
  const timer = setInterval(() => {
    turns--;
    if (turns > 0) return;
    clearInterval(timer);
    callback();
  }, TURN_MS);
  return () => clearInterval(timer);
}
