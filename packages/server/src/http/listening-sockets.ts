import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type ListenOptions, Server as NetServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { App } from './types.ts';

/** Connections that wait to be accepted; the system's own limit (net.core.somaxconn) is 4,096 on today's Linux. */
const BACKLOG = 4_096;

/**
 * So many sockets listen on the port (SO_REUSEPORT: the system spreads new connections over them). libuv accepts one connection of
 * each in a turn of the event loop, since its version 1.45. With one, and turns of 5 ms as in a busy server, 104 of 1,000 callers
 * were accepted within a second; the others wait where they can be neither answered nor refused.
 */
const SOCKETS = process.platform === 'linux' ? 16 : 1;

/** How long it may take to connect to another process of this machine. */
const CONNECT_TIMEOUT_MS = 1_000;

export interface ListeningSockets {
  /** Listens. Rejects as Node's `listen` does, also when another process listens on that port already. */
  open(where: { port: number; host: string }): Promise<AddressInfo>;
  /** Takes no more connections. Those that are open go on. */
  close(): Promise<void>;
  /** Resolves when all connections have ended that the application's own server does not count. */
  ended(): Promise<unknown>;
}

/** Makes the listeners of an application, closed as yet. */
export function createListeningSockets(app: App): ListeningSockets {
  const { server } = app;
  const others: { listener: NetServer; ended: Promise<void> }[] = [];
  let isClosed = false;

  async function listenToo(options: ListenOptions): Promise<void> {
    // As HTTP servers take connections.
    const listener = createServer({ allowHalfOpen: true, noDelay: true });
    listener.on('connection', (socket) => server.emit('connection', socket));
    await once(listener.listen(options), 'listening');
    // Who stops the service while it starts wants none of them.
    if (isClosed) listener.close();
    else others.push({ listener, ended: new Promise((resolve) => listener.once('close', resolve)) });
  }

  return {
    async open({ port, host }) {
      const options = { port, host, backlog: BACKLOG, reusePort: SOCKETS > 1 };
      if (options.reusePort && port !== 0) await refuseIfTaken(port, host);
      await app.listen(options);
      const taken = server.address() as AddressInfo;
      while (!isClosed && others.length < SOCKETS - 1)
        await listenToo({ ...options, port: taken.port, host: taken.address });
      return taken;
    },
    async close() {
      isClosed = true;
      // Whoever has connected by now is taken; what a socket has not accepted when it closes is reset by the system.
      for (const { listener } of others) {
        await idleIteration();
        listener.close();
      }
      await idleIteration();
      // The listening socket alone: the one of HTTP closes idle connections too.
      if (server.listening) NetServer.prototype.close.call(server);
    },
    ended: () => Promise.all(others.map(({ ended }) => ended)),
  };
}

/**
 * Another process of the same user could share the port as well. It is asked by connecting: a socket that listened for a moment to
 * find out would reset those who try to connect while a service is started again.
 */
async function refuseIfTaken(port: number, host: string): Promise<void> {
  const address = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  const socket = connect({ port, host: address, timeout: CONNECT_TIMEOUT_MS });
  const isTaken = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('timeout', () => resolve(true));
    socket.once('error', () => resolve(false));
  });
  socket.destroy();
  if (isTaken) throw Object.assign(new Error(`port ${port} on ${host} is in use`), { code: 'EADDRINUSE' });
}

/** A turn of the event loop so short that hardly anybody can have connected since its end. */
const QUIET_TURN_MS = 1;
const MAX_WAIT_MS = 500;

/** Resolves after a turn in which there was little to do, where one comes soon: sockets were just looked at. */
async function idleIteration(): Promise<void> {
  const deadline = performance.now() + MAX_WAIT_MS;
  for (let begun = 0; performance.now() - begun > QUIET_TURN_MS && begun < deadline; ) {
    begun = performance.now();
    await nextTurn();
  }
}
