import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, createServer, Server as NetServer } from 'node:net';
import type { App } from './types.ts';

/** Connections that wait to be accepted; the system's own limit (net.core.somaxconn) is 4,096 on today's Linux. */
const BACKLOG = 4_096;

/**
 * So many sockets listen on the port (SO_REUSEPORT: the system spreads new connections over them). libuv accepts one connection
 * of each in a turn of the event loop, since its version 1.45. With one, and turns of 5 ms as in a busy server, 104 of 1,000 callers
 * were accepted within a second, and with 16 all; the others wait where they can be neither answered nor refused.
 */
const SOCKETS = process.platform === 'linux' ? 16 : 1;

/** The sockets on which a service listens. */
export interface Listeners {
  /** Listens. Rejects as Node's `listen` does, also when another process listens on that port already. */
  open(where: { port: number; host: string }): Promise<AddressInfo>;
  /** Takes no more connections. Those that are open go on. */
  close(): void;
}

/** Makes the listeners of an application, closed as yet. */
export function createListeners(app: App): Listeners {
  const { server } = app;
  const others: NetServer[] = [];
  return {
    async open({ port, host }) {
      const options = { port, host, backlog: BACKLOG, reusePort: SOCKETS > 1 };
      // Another process of the same user could share the port as well.
      if (options.reusePort && port !== 0) await refuseIfTaken(port, host);
      await app.listen(options);
      const taken = server.address() as AddressInfo;
      while (others.length < SOCKETS - 1) {
        const other = handingOnTo(server);
        others.push(other);
        other.listen({ ...options, port: taken.port, host: taken.address });
        await once(other, 'listening');
      }
      return taken;
    },
    close() {
      // The listening socket alone: the one of HTTP closes idle connections too.
      if (server.listening) NetServer.prototype.close.call(server);
      for (const other of others.splice(0)) other.close();
    },
  };
}

/** Takes connections for a server, with the options that HTTP servers take them with. */
function handingOnTo(server: Server): NetServer {
  return createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket));
}

async function refuseIfTaken(port: number, host: string): Promise<void> {
  const probe = createServer().listen({ port, host });
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}
