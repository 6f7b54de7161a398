/**
 * A receiver that counts requests and responds with 204. Never responds to /dead. Records path and time of
 * /push/…. Exits with its parent.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startChild } from './child.ts';

interface SinkCount {
  received: number;
  seconds: number;
}

export type Arrival = [path: string, at: number];

export type Sink = Awaited<ReturnType<typeof startSink>>;

export async function startSink() {
  const child = startChild(new URL(import.meta.url));
  const { port } = await child.ask<{ port: number }>({ request: 'port' });
  return {
    url: `http://127.0.0.1:${port}/`,
    deadUrl: `http://127.0.0.1:${port}/dead`,
    reset: () => child.ask<SinkCount>({ request: 'reset' }),
    read: () => child.ask<SinkCount>({ request: 'read' }),
    pushes: async () => (await child.ask<{ pushes: Arrival[] }>({ request: 'pushes' })).pushes,
    close: () => child.stop(),
  };
}

function receive(): void {
  let count: SinkCount = { received: 0, seconds: 0 };
  let first = 0;
  let pushes: Arrival[] = [];
  const server = createServer((request, response) => {
    request.resume();
    if (request.url === '/dead') return;
    request.on('end', () => {
      response.writeHead(204).end();
      const now = performance.now();
      if (request.url?.startsWith('/push/')) pushes.push([request.url, performance.timeOrigin + now]);
      if (count.received === 0) first = now;
      count = { received: count.received + 1, seconds: (now - first) / 1_000 };
    });
  });
  server.listen(0, '127.0.0.1', () => {
    process.on('message', ({ request }: { request: string }) => {
      const more = request === 'pushes' ? { pushes } : {};
      process.send?.({ ...count, ...more, port: (server.address() as AddressInfo).port });
      if (request !== 'reset') return;
      count = { received: 0, seconds: 0 };
      pushes = [];
    });
  });
  process.on('disconnect', () => process.exit());
}

if (import.meta.main) receive();
