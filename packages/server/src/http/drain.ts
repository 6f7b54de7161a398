import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ListeningSockets } from './listening-sockets.ts';

/** Closing idle connections at once would reset requests. */
const IDLE_CLOSE_DELAY_MS = 1_000;

/** Node's `close` ends idle connections at once, but waits forever for connections that become idle later. */
export function prepareDrain(server: Server, listeners: ListeningSockets): () => Promise<void> {
  // A Set of all responses would halve the throughput.
  const connections = new Map<Socket, ServerResponse[]>();
  const allClosed = Promise.withResolvers<void>();
  let state: 'open' | 'draining' | 'closing' = 'open';

  server.on('connection', (socket: Socket) => {
    connections.set(socket, []);
    socket.once('close', () => {
      connections.delete(socket);
      if (state !== 'open' && connections.size === 0) allClosed.resolve();
    });
  });
  server.on('upgrade', (_request: IncomingMessage, socket: Socket) => connections.delete(socket));
  // Runs before Fastify's listener, which may respond at once.
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (state !== 'open') response.setHeader('connection', 'close');
    const inFlight = connections.get(socket);
    inFlight?.push(response);
    response.once('close', () => {
      inFlight?.splice(inFlight.indexOf(response), 1);
      if (state === 'closing') closeUnlessBusy(socket);
    });
  });

  function closeUnlessBusy(socket: Socket): void {
    if (!connections.get(socket)?.length) socket.destroySoon();
  }

  return async () => {
    // Listeners close first, because clients reconnect at once.
    await listeners.close();
    state = 'draining';
    for (const inFlight of connections.values())
      for (const response of inFlight) if (!response.headersSent) response.setHeader('connection', 'close');
    if (connections.size > 0)
      await Promise.race([allClosed.promise, sleep(IDLE_CLOSE_DELAY_MS, undefined, { ref: false })]);
    state = 'closing';
    for (const socket of connections.keys()) closeUnlessBusy(socket);
  };
}
