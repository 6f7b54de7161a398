import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import Type from 'typebox';
import { WebSocketServer } from 'ws';
import type { Environment } from '../../environment/environment.ts';
import { ApiError, invalid, unavailable } from '../../errors.ts';
import { type App, operation, type TokenDirectory, type WebSockets } from '../../http/index.ts';
import { createAdmission } from './admission.ts';
import { type MeetSocket, serveMeetConnection } from './connection.ts';
import { createForwarder } from './forward.ts';
import { livekitRoutes } from './livekit-routes.ts';
import { networkCheckRoutes } from './network-check.ts';
import { createMeetNodes, meetMoves } from './nodes.ts';
import { HEARTBEAT_MS } from './room-interface.ts';
import { createRooms } from './rooms.ts';

/** A `view` frame of a large meet has 20 kB. */
const MAX_FRAME_BYTES = 128 * 1024;
const DRAIN_MS = 500;

const openChannel = operation('Meets', 'openMeetChannel', {
  summary: 'Open the channel of a meet',
  description:
    'Opens a WebSocket (RFC 6455) to take part in a meet. The frames negotiate WebRTC, which carries the media. Send the token in the first frame, not in the address: `{"type": "hello", "version": 1, "token": …}`. The token is the access token of a reader of the binder, or the token of a guest. [AsyncAPI](/asyncapi.json) describes the frames. 400: the request is not a WebSocket upgrade, or contains a token in the address.',
  auth: 'none',
  params: Type.Object({ session_key: Type.String({ minLength: 1, maxLength: 64 }) }),
  response: { 101: { description: 'The connection is now a WebSocket.', type: 'null' } },
});

export function meetRoomsFeature(
  app: App,
  env: Environment,
  { tokens, webSockets }: { tokens: TokenDirectory; webSockets: WebSockets },
): void {
  const rooms = createRooms(env);
  const nodes = createMeetNodes(env, rooms);
  const forwarder = createForwarder(env);
  const admission = createAdmission(env, tokens, rooms, nodes);
  const server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_FRAME_BYTES,
    clientTracking: false,
  });
  const sockets = new Set<MeetSocket>();
  let isOver = false;

  async function accept(request: IncomingMessage, socket: Duplex, head: Buffer, from: string): Promise<void> {
    if (isOver) throw unavailable('the server is stopping', 1);
    const { searchParams, pathname } = new URL(request.url ?? '/', 'http://server');
    if (searchParams.has('access_token'))
      throw invalid('access_token', 'must not be in the address: send it in the first frame');
    const sessionKey = pathname.replace(/\/$/, '').split('/').at(-2) ?? '';
    const caller = forwarder.readCallerAddress(request, sessionKey);
    if (caller === undefined) await admission.admitConnection(from);
    // A connection is forwarded at most once. If it still reaches the wrong process, the client must reconnect.
    const other = caller === undefined ? await nodes.findOther(sessionKey) : undefined;
    if (isOver) throw unavailable('the server is stopping', 1);
    if (other === undefined) serve(request, socket, head, caller ?? from, sessionKey);
    else if (other === '') {
      env.log.warn(
        { meet: sessionKey },
        'meet: the process that runs it has no INTERNAL_URL; set it for each process',
      );
      throw meetMoves(5);
    } else await forwarder.forward(other, { request, socket, head, address: from, sessionKey });
  }

  function serve(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    address: string,
    sessionKey: string,
  ): void {
    server.handleUpgrade(request, socket, head, (ws) => {
      const one = serveMeetConnection(admission, { ws, stream: socket, address, sessionKey }, () =>
        sockets.delete(one),
      );
      sockets.add(one);
    });
  }

  livekitRoutes(app, env, nodes);
  networkCheckRoutes(app, env);
  webSockets.register(`${env.basePath}/meets/*/channel`, {
    accept({ request, socket, head, address, slot }) {
      slot.end();
      accept(request, socket, head, address).catch((error) => webSockets.refuse(socket, asRefusal(error)));
    },
  });
  server.on('wsClientError', (error, socket) =>
    webSockets.refuse(socket, invalid('', `the handshake is invalid: ${error.message}`)),
  );
  const heartbeat = setInterval(() => {
    for (const one of sockets) one.beat();
  }, HEARTBEAT_MS).unref();

  function end(): void {
    if (isOver) return;
    isOver = true;
    clearInterval(heartbeat);
    for (const one of sockets) one.drain();
    rooms.close();
    void nodes.end();
    setTimeout(() => {
      for (const one of sockets) one.terminate();
    }, DRAIN_MS);
  }
  env.closing.addEventListener('abort', end);
  app.addHook('preClose', async () => end());
  app.get('/meets/:session_key/channel', { schema: openChannel, config: { auth: 'none' } }, () => {
    throw invalid('Upgrade', 'must be websocket');
  });
}

function asRefusal(error: unknown): ApiError {
  return error instanceof ApiError ? error : unavailable('unavailable: retry later', 1, error);
}
