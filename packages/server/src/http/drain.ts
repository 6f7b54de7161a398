import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Lets a server stop as soon as it has answered. Node closes connections that are idle when a server stops, but waits
 * for those that become idle a moment later, and for those on which nothing was asked yet.
 * @returns a function that begins: connections without a request are closed now, each other one after its answer
 */
export function prepareDrain(server: Server): () => void {
  // What is in flight is kept by connection. In one Set for all, each request would come and go: the tables that such a
  // Set outgrows hold on to dead requests until the next full collection (measured: half the answers a second).
  const connections = new Map<Socket, ServerResponse[]>();
  let draining = false;

  server.on('connection', (socket: Socket) => {
    if (draining) {
      socket.destroy();
      return;
    }
    connections.set(socket, []);
    socket.once('close', () => connections.delete(socket));
  });
  // Before Fastify's listener, which may answer at once.
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const inFlight = connections.get(socket);
    inFlight?.push(response);
    response.once('close', () => {
      inFlight?.splice(inFlight.indexOf(response), 1);
      if (draining) closeUnlessBusy(socket);
    });
  });

  function closeUnlessBusy(socket: Socket): void {
    if (!connections.get(socket)?.length) socket.destroySoon();
  }

  return () => {
    draining = true;
    for (const [socket, inFlight] of connections) {
      for (const response of inFlight) if (!response.headersSent) response.setHeader('connection', 'close');
      closeUnlessBusy(socket);
    }
  };
}
