import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ApiError, unavailable } from '../errors.ts';
import type { CallSlot } from '../limits/call-class.ts';
import { forwardedAddress } from './address.ts';
import { answerSocket } from './malformed.ts';
import type { OverloadGuard } from './overload.ts';
import { canonicalUrl } from './rewrite-url.ts';
import type { App } from './types.ts';

export interface UpgradeRequest {
  request: IncomingMessage;
  socket: Duplex;
  /** What came after the head of the request. */
  head: Buffer;
  /** The caller's. */
  address: string;
  /** Its place among those that are being opened. Whoever takes the connection over ends it when it is open; its close does too. */
  slot: CallSlot;
}

export interface WebSocketEndpoint {
  accept(opening: UpgradeRequest): void;
}

/** The paths at which a connection may become a WebSocket. Everywhere else a request to upgrade is an ordinary one. */
export interface WebSockets {
  /** A segment `*` of the path stands for any other. */
  register(path: string, endpoint: WebSocketEndpoint): void;
  /** For Node's server: which requests are to be taken out of HTTP. */
  shouldUpgrade(request: IncomingMessage): boolean;
  /** Begins to take them out. What comes beyond what the process can take is 503. */
  listen(app: App, guard: OverloadGuard): void;
  refuse(socket: Duplex, error: ApiError): void;
}

/** @param hops how many proxies in front are believed */
export function createWebSockets(hops: number): WebSockets {
  const endpoints: { pattern: RegExp; endpoint: WebSocketEndpoint }[] = [];
  let app: App | undefined;
  const endpointOf = ({ url = '/' }: IncomingMessage) => {
    const path = (canonicalUrl(url).split('?', 1)[0] ?? '').replace(/\/$/, '');
    return endpoints.find(({ pattern }) => pattern.test(path))?.endpoint;
  };
  const refuse = (socket: Duplex, error: ApiError) => {
    if (app && socket.writable) answerSocket(app, socket as Socket, error);
    else socket.destroy();
  };
  return {
    register(path, endpoint) {
      const segments = path.split('/').map((segment) => (segment === '*' ? '[^/]+' : segment));
      endpoints.push({ pattern: new RegExp(`^${segments.join('/')}$`), endpoint });
    },
    shouldUpgrade: (request) =>
      request.headers.upgrade?.toLowerCase() === 'websocket' &&
      request.method === 'GET' &&
      endpointOf(request) !== undefined,
    listen(listening, guard) {
      app = listening;
      app.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
        // Until the WebSocket listens for itself: without, one who hangs up would end the process.
        socket.on('error', () => socket.destroy());
        const address = forwardedAddress(request, hops);
        guard.admitSocket(address, {
          begin(slot) {
            socket.once('close', slot.end);
            endpointOf(request)?.accept({ request, socket, head, address, slot });
          },
          refuse: () => refuse(socket, unavailable('the server has too much to do, try again', 1)),
          isGone: () => socket.destroyed,
        });
      });
    },
    refuse,
  };
}
