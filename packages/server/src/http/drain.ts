import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ListeningSockets } from './listening-sockets.ts';

/**
 * How long connections that are idle stay open once the server stops. Clients that keep them alive, a proxy above all,
 * send their next call meanwhile, are told by `Connection: close` to leave, and so never write into a closed connection:
 * closed at once, 5 to 24 calls were reset by each stop.
 */
const IDLE_CLOSE_DELAY_MS = 1_000;

/**
 * Lets a server stop without resetting a connection that is in use. Node closes idle connections the moment it stops,
 * and waits for ever for those that become idle a moment later, and for those on which nothing was asked yet.
 * @returns a function that drains: no new connections, every answer is the last one of its connection, idle connections
 * are closed after a second, the others after their answer. Resolves when the idle ones are closed.
 */
export function prepareDrain(server: Server, listeners: ListeningSockets): () => Promise<void> {
  // What is in flight is kept by connection. In one Set for all, each request would come and go: the tables that such a
  // Set outgrows hold on to dead requests until the next full collection (measured: half the answers a second).
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
  // What has become a WebSocket is ended by whoever took it.
  server.on('upgrade', (_request: IncomingMessage, socket: Socket) => connections.delete(socket));
  // Before Fastify's listener, which may answer at once.
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
    // Nobody is told to leave before, as he would come again at once.
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
