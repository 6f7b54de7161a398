import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ApiError, because, unavailable } from '../errors.ts';
import type { CallSlot } from '../limits/call-class.ts';
import { forwardedAddress } from './address.ts';
import { answerSocket } from './malformed.ts';
import type { OverloadGuard } from './overload.ts';
import { canonicalUrl } from './rewrite-url.ts';
import type { App } from './types.ts';

export interface UpgradeRequest {
  request: IncomingMessage;
  socket: Duplex;
  head: Buffer;
  address: string;
  /** The endpoint must call `slot.end` when the connection is open. */
  slot: CallSlot;
}

export interface WebSocketEndpoint {
  accept(opening: UpgradeRequest): void;
}

export interface WebSockets {
  register(path: string, endpoint: WebSocketEndpoint): void;
  shouldUpgrade(request: IncomingMessage): boolean;
  listen(app: App, guard: OverloadGuard): void;
  refuse(socket: Duplex, error: ApiError): void;
}

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
        // Without a listener, an error would end the process.
        socket.on('error', () => socket.destroy());
        const address = forwardedAddress(request, hops);
        guard.admitSocket(address, {
          begin(slot) {
            socket.once('close', slot.end);
            endpointOf(request)?.accept({ request, socket, head, address, slot });
          },
          refuse: () => refuse(socket, unavailable(because('server_busy'), 1)),
          isDisconnected: () => socket.destroyed,
        });
      });
    },
    refuse,
  };
}
