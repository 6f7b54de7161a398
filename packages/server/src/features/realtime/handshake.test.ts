import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { type Cast, openRealtime, openSocket, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test, vi } from 'vitest';

let service: TestService;
let cast: Cast;
beforeAll(async () => {
  service = await startService({ environments: ['production', 'sandbox'] });
  cast = await service.make.cast();
});
afterAll(() => service.close());

async function upgrade(path: string, upgradeTo: string, headers: Record<string, string> = {}) {
  const upgradeRequest = request(`${service.origin}${path}`, {
    headers: {
      connection: 'Upgrade',
      upgrade: upgradeTo,
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.alloc(16).toString('base64'),
      ...headers,
    },
  }).end();
  const [kind, response] = await Promise.race([
    once(upgradeRequest, 'response').then(([each]) => ['response', each] as const),
    once(upgradeRequest, 'upgrade').then(([each, socket]) => {
      socket.destroy();
      return ['upgrade', each] as const;
    }),
  ]);
  const text = kind === 'upgrade' ? '{}' : (await response.setEncoding('utf8').toArray()).join('');
  return { status: response.statusCode as number, body: JSON.parse(text) };
}

test('[RT-1] it is at the same place in both environments, for a slash more and a version less too', async () => {
  for (const path of ['/v1/realtime', '/sandbox/v1/realtime', '/v1/realtime/', '/v1//realtime'])
    assert.equal((await upgrade(path, 'WebSocket')).status, 101, path);
});

test('[RT-1] a call that asks for no WebSocket is 400, and other protocols are asked for in vain', async () => {
  const { status, body } = await service.call('GET', '/realtime', {});
  assert.deepEqual([status, body.errors[0].path], [400, 'Upgrade']);
  assert.equal((await upgrade('/v1/realtime', 'h2c')).status, 400);
  assert.equal((await upgrade('/healthz', 'websocket')).status, 200);
  assert.equal((await upgrade('/v1/me', 'websocket')).status, 401);
  assert.equal((await upgrade('/v1/me', 'h2c', { authorization: `Bearer ${cast.owner.token}` })).status, 200);
});

test('[RT-1] a token in the address is 400, and what is no handshake too', async () => {
  const { status, body } = await upgrade(`/v1/realtime?access_token=${cast.owner.token}`, 'websocket');
  assert.deepEqual([status, body.code], [400, 'RESPONSE_ERROR_INVALID_REQUEST']);
  assert.match(body.message, /access_token/);
  assert.ok(!service.logLines.some((line) => line.includes(cast.owner.token)));
  for (const broken of [{ 'sec-websocket-version': '3' }, { 'sec-websocket-key': 'short' }])
    assert.equal((await upgrade('/v1/realtime', 'websocket', broken)).status, 400);
});

test('[RT-1] who hangs up in the middle of a handshake ends nothing', async () => {
  for (let count = 0; count < 20; count++) {
    const socket = connect(Number(new URL(service.origin).port), '127.0.0.1');
    socket.write(
      `GET /v1/realtime HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n\r\n`,
    );
    socket.on('error', () => undefined);
    if (count % 2) await once(socket, 'data');
    socket.resetAndDestroy();
  }
  await (await openRealtime(service, cast.owner.token)).close();
});

test('[RT-3] a refresh token closes the connection at once', async () => {
  const client = await openSocket(service);
  client.send({ type: 'hello', token: cast.owner.refreshToken, version: 1 });
  assert.equal((await client.closed).code, 4401);
  assert.deepEqual(client.frames, []);
});

test('[RT-3] who says nothing is closed after ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const client = await openSocket(service);
  let isClosed = false;
  const closed = client.closed.finally(() => {
    isClosed = true;
  });
  vi.advanceTimersByTime(9_999);
  // Opening another socket takes long enough for the server to close the first socket.
  await openSocket(service);
  assert.equal(isClosed, false);
  vi.advanceTimersByTime(1);
  assert.equal((await closed).code, 4408);
});
