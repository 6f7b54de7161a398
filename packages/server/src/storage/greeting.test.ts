import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { test } from 'vitest';
import { openDatabase } from './pool.ts';
import { DatabaseUnavailable } from './unavailable.ts';

function message(type: string, ...parts: (string | number[])[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))),
  );
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

test('[ERR-16] a server that greets and goes away in one breath is a database that is away, and ends no process', async () => {
  const greeting = Buffer.concat([
    message('R', [0, 0, 0, 0]),
    message('Z', 'I'),
    message('E', 'SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0'),
  ]);
  const server = createServer((socket) => {
    socket.on('error', () => {}).once('data', () => socket.end(greeting));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const pool = openDatabase({ host: '127.0.0.1', port, user: 'u', database: 'd' }, { max: 2 });
  try {
    for (let attempt = 0; attempt < 3; attempt++)
      await assert.rejects(pool.query('SELECT 1'), DatabaseUnavailable);
  } finally {
    await pool.close();
    server.close();
  }
});

test('[ERR-16] connections that the server ends after the pool was closed are nobody’s error', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket
      .on('error', () => {})
      .once('data', () => {
        socket.write(Buffer.concat([message('R', [0, 0, 0, 0]), message('Z', 'I')]));
        socket.once('data', () =>
          socket.write(Buffer.concat([message('C', 'SELECT 0\0'), message('Z', 'I')])),
        );
      });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const errors: Error[] = [];
  const options = { max: 1, onError: (error: Error) => errors.push(error) };
  const pool = openDatabase({ host: '127.0.0.1', port, user: 'u', database: 'd' }, options);
  try {
    await pool.query('SELECT 1').catch(() => undefined);
    const [socket] = sockets as [Socket];
    socket.end(message('E', 'SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'));
    await pool.close();
    await once(socket, 'close');
    assert.deepEqual(errors, []);
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
});
