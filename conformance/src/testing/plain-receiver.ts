import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Seen {
  id: string | undefined;
  timestamp: string | undefined;
  signature: string | undefined;
  sequence: string | undefined;
  request: IncomingMessage;
  response: ServerResponse;
  body: Buffer;
}

export interface Steps {
  begin(request: IncomingMessage): void | Promise<void>;
  read(request: IncomingMessage): Promise<Buffer | null>;
  isComplete(seen: Seen): boolean;
  isRecent(timestamp: string): boolean;
  isGenuine(seen: Seen): boolean;
  signed(seen: Seen): string | Buffer;
  /** Returns undefined to send no response. */
  take(seen: Seen): number | undefined | Promise<number | undefined>;
  link(query: URLSearchParams): number;
}

export function correctSteps(secret: string): Steps {
  const steps: Steps = {
    begin() {},
    async read(request) {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks);
    },
    isComplete: ({ id, timestamp, signature }) => Boolean(id && timestamp && signature),
    isRecent: (timestamp) => /^\d+$/.test(timestamp) && Math.abs(Date.now() / 1000 - Number(timestamp)) < 300,
    signed: ({ id, timestamp, body }) => Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]),
    isGenuine: (seen) =>
      (seen.signature ?? '').split(' ').some((part) => {
        const providedSignature = Buffer.from(part.startsWith('v1,') ? part.slice(3) : '', 'base64');
        const right = hmac(secret, steps.signed(seen));
        return providedSignature.length === right.length && timingSafeEqual(providedSignature, right);
      }),
    take: () => 204,
    link: () => 404,
  };
  return steps;
}

export function hmac(secret: string, text: string | Buffer): Buffer {
  return createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(text)
    .digest();
}

export async function startPlainReceiver(steps: Steps): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    try {
      const status = await answer(steps, request, response);
      if (status !== undefined) response.writeHead(status).end();
    } catch {
      response.writeHead(500).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  steps: Steps,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<number | undefined> {
  if (request.method === 'GET') return steps.link(new URL(request.url ?? '/', 'http://bot').searchParams);
  await steps.begin(request);
  const body = await steps.read(request);
  if (!body) return 413;
  const header = (name: string) => request.headers[name] as string | undefined;
  const seen: Seen = {
    id: header('webhook-id'),
    timestamp: header('webhook-timestamp'),
    signature: header('webhook-signature'),
    sequence: header('ringbinder-sequence'),
    request,
    response,
    body,
  };
  if (!steps.isComplete(seen)) return 400;
  if (!steps.isRecent(seen.timestamp ?? '')) return 401;
  if (!steps.isGenuine(seen)) return 401;
  return steps.take(seen);
}
