import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import fastify from 'fastify';
import { test } from 'vitest';
import { createListeningSockets } from './listening-sockets.ts';
import type { App } from './types.ts';

const CALLERS = 320;
const HERE = '127.0.0.1';

const CONNECT = `
const { parentPort, workerData: { port, connected } } = require('node:worker_threads');
const { connect } = require('node:net');
parentPort.on('message', (callers) => {
  for (let caller = 0; caller < callers; caller++)
    connect({ port, host: '${HERE}' }, () => {
      Atomics.add(connected, 0, 1);
      Atomics.notify(connected, 0);
    });
});
`;

test('[LOAD-12] of many who connect while the service is busy several are accepted in each turn of its event loop', async (t) => {
  const app = fastify() as unknown as App;
  const listeners = createListeningSockets(app);
  const { port } = await listeners.open({ port: 0, host: HERE });
  const connected = new Int32Array(new SharedArrayBuffer(4));
  const callers = new Worker(CONNECT, { eval: true, workerData: { port, connected } });
  t.onTestFinished(async () => {
    await callers.terminate();
    await listeners.close();
    app.server.closeAllConnections();
    await Promise.all([app.close(), listeners.ended()]);
  });
  let accepted = 0;
  app.server.on('connection', () => accepted++);
  await once(callers, 'online');

  async function turnsFor(count: number): Promise<number> {
    const all = accepted + count;
    callers.postMessage(count);
    const deadline = performance.now() + 10_000;
    for (let there = 0; there < all; there = Atomics.load(connected, 0)) {
      Atomics.wait(connected, 0, there, 100);
      assert.ok(performance.now() < deadline, `${there} of ${all} are connected`);
    }
    let turns = 0;
    for (; accepted < all; turns++) await nextTurn();
    return turns;
  }

  const turns = await turnsFor(CALLERS);
  assert.ok(turns < CALLERS / 2, `${CALLERS} callers were accepted in ${turns} turns`);
});

test('[LOAD-12] a port on which another process listens is refused; once closed, nobody is accepted any more', async () => {
  const other = createServer().listen(0, HERE);
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const first = fastify() as unknown as App;
  await assert.rejects(createListeningSockets(first).open({ port, host: HERE }), { code: 'EADDRINUSE' });
  other.close();
  await once(other, 'close');
  const listeners = createListeningSockets(first);
  await listeners.open({ port, host: HERE });
  const second = fastify() as unknown as App;
  await assert.rejects(createListeningSockets(second).open({ port, host: HERE }), { code: 'EADDRINUSE' });
  await listeners.close();
  await listeners.ended();
  await assert.rejects(fetch(`http://${HERE}:${port}/`));
  await first.close();
});
