import { createServer, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';

/** A proxy as it is set up by who forgets WebSockets: it hands on requests, and never upgrades. Gives its origin. @param dropped headers of answers that it takes away @param added headers that it puts in */
export async function startPlainProxy(
  target: string,
  dropped: readonly string[] = [],
  added: Readonly<Record<string, string>> = {},
): Promise<string> {
  const server: Server = createServer((request, response) => {
    const { upgrade: _, connection: __, ...headers } = request.headers;
    const { method = 'GET', url = '/' } = request;
    const sent = forward(new URL(url, target), { method, headers }, (answer) => {
      const kept = Object.entries(answer.headers).filter(([name]) => !dropped.includes(name));
      response.writeHead(answer.statusCode ?? 502, { ...Object.fromEntries(kept), ...added });
      answer.pipe(response);
    });
    sent.on('error', () => response.destroy());
    request.pipe(sent);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
