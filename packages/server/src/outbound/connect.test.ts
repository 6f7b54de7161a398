import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, test } from 'vitest';
import { guardedConnect } from './connect.ts';

let connections = 0;
const sockets = new Set<Socket>();
const server = createServer((socket) => {
  connections++;
  sockets.add(socket);
});
let port = 0;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

function connect(addresses: string[], allowsPrivate = false): Promise<string> {
  const open = guardedConnect({ allowsPrivate, timeoutMs: 1_000 }, async () => addresses);
  const target = { hostname: 'name.example', host: 'name.example', protocol: 'http:', port: String(port) };
  return new Promise((resolve) =>
    open(target as Parameters<typeof open>[0], (error, socket) => {
      socket?.destroy();
      resolve(error ? error.constructor.name : 'connected');
    }),
  );
}

test('[DELIV-13] a name with one private address among public ones is refused before any connection', async () => {
  const publicAddress = '93.184.216.34';
  for (const addresses of [
    ['127.0.0.1'],
    ['127.0.0.1', publicAddress],
    [publicAddress, '127.0.0.1'],
    [publicAddress, '2606:4700::1111', publicAddress, publicAddress, '127.0.0.1'],
    ['::ffff:127.0.0.1', publicAddress],
    [],
  ])
    assert.equal(await connect(addresses), 'PrivateTargetRefused', String(addresses));
  assert.equal(connections, 0);
});

test('[DELIV-4] where private networks are allowed the next of four addresses is tried', async () => {
  const nowhere = '127.0.0.9';
  assert.equal(await connect([nowhere, nowhere, nowhere, '127.0.0.1'], true), 'connected');
  assert.notEqual(await connect([nowhere, nowhere, nowhere, nowhere, '127.0.0.1'], true), 'connected');
  assert.equal(connections, 1);
});
