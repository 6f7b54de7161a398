import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type ListenOptions, Server as NetServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { App } from './types.ts';

const BACKLOG = 4_096;

/** libuv accepts only one connection per socket in each turn of the event loop. */
const SOCKETS = process.platform === 'linux' ? 16 : 1;

const CONNECT_TIMEOUT_MS = 1_000;

export interface ListeningSockets {
  open(where: { port: number; host: string }): Promise<AddressInfo>;
  close(): Promise<void>;
  ended(): Promise<unknown>;
}

export function createListeningSockets(app: App): ListeningSockets {
  const { server } = app;
  const others: { listener: NetServer; ended: Promise<void> }[] = [];
  let isClosed = false;

  async function addListener(options: ListenOptions): Promise<void> {
    const listener = createServer({ allowHalfOpen: true, noDelay: true });
    listener.on('connection', (socket) => server.emit('connection', socket));
    await once(listener.listen(options), 'listening');
    if (isClosed) listener.close();
    else others.push({ listener, ended: new Promise((resolve) => listener.once('close', resolve)) });
  }

  return {
    async open({ port, host }) {
      const options = { port, host, backlog: BACKLOG, reusePort: SOCKETS > 1 };
      if (options.reusePort && port !== 0) await rejectIfInUse(port, host);
      await app.listen(options);
      const boundAddress = server.address() as AddressInfo;
      while (!isClosed && others.length < SOCKETS - 1)
        await addListener({ ...options, port: boundAddress.port, host: boundAddress.address });
      return boundAddress;
    },
    async close() {
      isClosed = true;
      // Closing a socket resets connections that are not yet accepted.
      for (const { listener } of others) {
        await idleIteration();
        listener.close();
      }
      await idleIteration();
      // The server's own `close` also closes idle connections.
      if (server.listening) NetServer.prototype.close.call(server);
    },
    ended: () => Promise.all(others.map(({ ended }) => ended)),
  };
}

/**
 * With SO_REUSEPORT, two processes could share the port. A short test listener would reset callers during a
 * restart, so a connection tests the port.
 */
async function rejectIfInUse(port: number, host: string): Promise<void> {
  const address = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  const socket = connect({ port, host: address, timeout: CONNECT_TIMEOUT_MS });
  const isInUse = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('timeout', () => resolve(true));
    socket.once('error', () => resolve(false));
  });
  socket.destroy();
  if (isInUse) throw Object.assign(new Error(`port ${port} on ${host} is in use`), { code: 'EADDRINUSE' });
}

const QUIET_TURN_MS = 1;
const MAX_WAIT_MS = 500;

/** Pending connections are accepted in a turn of the event loop. A short turn accepted none. */
async function idleIteration(): Promise<void> {
  const deadline = performance.now() + MAX_WAIT_MS;
  for (let begun = 0; performance.now() - begun > QUIET_TURN_MS && begun < deadline; ) {
    begun = performance.now();
    await nextTurn();
  }
}
