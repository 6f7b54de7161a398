import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import fastify from 'fastify';
import { createListeners } from './listeners.ts';
import type { App } from './types.ts';

const CALLERS = 320;
const HERE = '127.0.0.1';

/** Connects, from a thread of its own, and tells the number of those that are connected in shared memory. */
const CONNECT = `
const { workerData: { port, callers, connected } } = require('node:worker_threads');
const { connect } = require('node:net');
for (let caller = 0; caller < callers; caller++)
  connect({ port, host: '${HERE}' }, () => {
    if (Atomics.add(connected, 0, 1) === callers - 1) Atomics.notify(connected, 0);
  });
`;

test('[LOAD-12] who connects while the service is busy is accepted within a few turns of its event loop, and not one in each', async (t) => {
  const app = fastify() as unknown as App;
  const listeners = createListeners(app);
  const { port } = await listeners.open({ port: 0, host: HERE });
  const connected = new Int32Array(new SharedArrayBuffer(4));
  const callers = new Worker(CONNECT, { eval: true, workerData: { port, callers: CALLERS, connected } });
  t.after(async () => {
    listeners.close();
    app.server.closeAllConnections();
    await callers.terminate();
    await app.close();
  });
  let accepted = 0;
  app.server.on('connection', () => accepted++);
  await once(callers, 'online');
  const deadline = performance.now() + 10_000;
  // The event loop stands still meanwhile: the system takes the connections, and nobody accepts them.
  for (let count = 0; count < CALLERS; count = Atomics.load(connected, 0)) {
    Atomics.wait(connected, 0, count, 100);
    assert.ok(performance.now() < deadline, `${count} of ${CALLERS} are connected`);
  }
  let turns = 0;
  for (; accepted < CALLERS; turns++) await nextTurn();
  assert.ok(turns < CALLERS / 4, `${CALLERS} callers were accepted in ${turns} turns`);
});

test('[LOAD-12] a port on which another process listens is refused; once closed, nobody is accepted any more', async () => {
  const other = createServer().listen(0, HERE);
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const first = fastify() as unknown as App;
  await assert.rejects(createListeners(first).open({ port, host: HERE }), { code: 'EADDRINUSE' });
  other.close();
  await once(other, 'close');
  const listeners = createListeners(first);
  await listeners.open({ port, host: HERE });
  const second = fastify() as unknown as App;
  await assert.rejects(createListeners(second).open({ port, host: HERE }), { code: 'EADDRINUSE' });
  listeners.close();
  await assert.rejects(fetch(`http://${HERE}:${port}/`));
  await first.close();
});
