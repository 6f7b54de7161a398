import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestService } from '@ringbinder/testkit';

/** Undefined means a 404. `page` is sent with `status` (default: 200). */
export type ReleaseChange = (
  path: string,
  body: Buffer,
) => Buffer | string | undefined | { page: string; status?: number };

/** Playwright cannot change the script of a service worker's update. */
export async function startUpgradable({ origin }: TestService) {
  const { host } = new URL(origin);
  let change: ReleaseChange = (_path, body) => body;
  let own = '';
  const optionsOf = ({ url: path = '/', method = 'GET', headers }: IncomingMessage) => ({
    ...{ host: host.split(':')[0], port: host.split(':')[1], path, method },
    headers: {
      ...headers,
      host,
      'accept-encoding': 'identity',
      ...(headers.origin === own && { origin }),
    },
  });
  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const outgoing = request(optionsOf(incoming), async (answered) => {
      const body = change(incoming.url ?? '/', Buffer.concat(await Array.fromAsync(answered)));
      const { 'content-length': _length, 'transfer-encoding': _encoding, ...headers } = answered.headers;
      if (typeof body === 'object' && 'page' in body)
        return response.writeHead(body.status ?? 200, { 'content-type': 'text/html' }).end(body.page);
      response.writeHead(body === undefined ? 404 : (answered.statusCode ?? 500), headers);
      return response.end(body);
    });
    outgoing.on('error', () => response.destroy());
    incoming.pipe(outgoing);
  }
  const server = createServer((incoming, response) => void answer(incoming, response));
  server.on('upgrade', (incoming, socket, head) => {
    const outgoing = request(optionsOf(incoming));
    outgoing.on('upgrade', ({ rawHeaders }, upstream, first) => {
      const lines = rawHeaders.flatMap((name, at) =>
        at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : [],
      );
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
      socket.write(first);
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
      for (const each of [socket, upstream])
        each.on('error', () => [socket, upstream].map((one) => one.destroy()));
    });
    outgoing.on('error', () => socket.destroy());
    outgoing.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin: own,
    upgrade(next: ReleaseChange): void {
      change = next;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
