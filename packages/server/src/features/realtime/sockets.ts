import { WebSocketServer } from 'ws';
import { ApiError, invalid, unavailable } from '../../errors.ts';
import type { UpgradeRequest, WebSockets } from '../../http/index.ts';
import { type Connection, HEARTBEAT_MS, serveConnection } from './connection.ts';
import type { Hub } from './hub.ts';

const MAX_FRAME_BYTES = 64 * 1024;
const DRAIN_MS = 500;

export function serveSockets(hub: Hub, webSockets: WebSockets): () => void {
  const { env, metrics } = hub;
  const server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_FRAME_BYTES,
    clientTracking: false,
  });
  const connections = new Set<Connection>();
  let isOver = false;

  async function admit({ request, address }: UpgradeRequest): Promise<void> {
    if (isOver) throw unavailable('the server is stopping', 1);
    const query = new URL(request.url ?? '/', 'http://server').searchParams;
    if (query.has('access_token'))
      throw invalid('access_token', 'must not be in the address: send it in the first frame');
    await hub.admitConnection(address);
    if (isOver) throw unavailable('the server is stopping', 1);
  }

  function serve({ request, socket, head, address, slot }: UpgradeRequest): void {
    server.handleUpgrade(request, socket, head, (ws) => {
      const connection = serveConnection(hub, { ws, stream: socket, address, slot }, () => {
        connections.delete(connection);
        metrics.connections--;
      });
      connections.add(connection);
      metrics.connections++;
    });
  }

  webSockets.register(`${env.basePath}/realtime`, {
    accept(opening) {
      admit(opening).then(
        () => serve(opening),
        (error) => {
          opening.slot.end();
          webSockets.refuse(opening.socket, asRefusal(error));
        },
      );
    },
  });
  server.on('wsClientError', (error, socket) =>
    webSockets.refuse(socket, invalid('', `the handshake is invalid: ${error.message}`)),
  );

  const heartbeat = setInterval(() => {
    for (const connection of connections) connection.beat();
  }, HEARTBEAT_MS).unref();

  function end(): void {
    if (isOver) return;
    isOver = true;
    clearInterval(heartbeat);
    hub.end();
    for (const connection of connections) connection.drain();
    setTimeout(() => {
      for (const connection of connections) connection.terminate();
    }, DRAIN_MS);
  }
  env.closing.addEventListener('abort', end);
  return end;
}

function asRefusal(error: unknown): ApiError {
  return error instanceof ApiError ? error : unavailable('unavailable: retry later', 1, error);
}
