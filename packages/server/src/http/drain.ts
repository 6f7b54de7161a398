import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Lets a server stop as soon as it has answered. Node closes connections that are idle when a server stops, but waits
 * for those that become idle a moment later, and for those on which nothing was asked yet.
 * @returns a function that begins: connections without a request are closed now, each other one after its answer
 */
export function prepareDrain(server: Server): () => void {
  const connections = new Set<Socket>();
  const inFlight = new Set<ServerResponse>();
  let draining = false;

  server.on('connection', (socket: Socket) => {
    if (draining) {
      socket.destroy();
      return;
    }
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  // Before Fastify's listener, which may answer at once.
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    inFlight.add(response);
    response.once('close', () => {
      inFlight.delete(response);
      if (draining) closeUnlessBusy(socket);
    });
  });

  function closeUnlessBusy(socket: Socket): void {
    for (const response of inFlight) if (response.req.socket === socket) return;
    socket.destroySoon();
  }

  return () => {
    draining = true;
    for (const response of inFlight) if (!response.headersSent) response.setHeader('connection', 'close');
    for (const socket of connections) closeUnlessBusy(socket);
  };
}
