import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '@ringbinder/testkit';
import { afterAll, test } from 'vitest';
import { tooManyRequests } from '../errors.ts';
import { type CallSlot, currentClass, runInContext } from '../limits/call-class.ts';
import type { App } from './types.ts';
import { createWebSockets } from './web-sockets.ts';

const webSockets = createWebSockets(0);
const server = createServer({ shouldUpgradeCallback: webSockets.shouldUpgrade }).listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(() => server.close());
let isFull = false;
let ended = 0;
const slot: CallSlot = { pause() {}, resume() {}, end: () => void ended++ };
const refused: (() => void)[] = [];
webSockets.listen({ server, log: { info() {} } } as unknown as App, {
  admitSocket(_address, { begin, refuse }) {
    if (isFull) refused.push(refuse);
    else runInContext({ callClass: 'sockets', slot }, () => begin(slot));
  },
});
const classes: string[] = [];
webSockets.register('/realtime', {
  accept({ socket }) {
    classes.push(currentClass());
    webSockets.refuse(socket, tooManyRequests('too many', 7.2));
  },
});

async function connect(): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo;
  const headers = { connection: 'Upgrade', upgrade: 'websocket' };
  const [answer] = (await once(request({ port, path: '/realtime', headers }).end(), 'response')) as [
    IncomingMessage,
  ];
  answer.resume();
  return answer;
}

test('[LOAD-3] [LOAD-5] a connection that is to become a WebSocket is 503 with Retry-After, when it is its turn, while there is too much to do', async () => {
  isFull = true;
  const answered = connect();
  while (refused.length === 0) await new Promise((resolve) => setImmediate(resolve));
  refused.shift()?.();
  const { statusCode, headers } = await answered;
  assert.deepEqual([statusCode, headers['retry-after']], [503, '1']);
  isFull = false;
});

test('[LOAD-3] [LOAD-5] a WebSocket that is refused for one of its own reasons is told when to come again; it is work of its class', async () => {
  const { statusCode, headers } = await connect();
  assert.deepEqual([statusCode, headers['retry-after']], [429, '8']);
  assert.deepEqual(classes, ['sockets']);
  await until('its place is free', () => ended === 1);
});
