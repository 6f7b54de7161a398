import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import { connect, isOffline, turns } from '../realtime/testing/connect.ts';

test('[CLIENT-22] what is sent is answered within seconds, or the connection counts as lost', async () => {
  const { server, connection } = connect();
  await turns();
  const [socket] = server.opened;
  assert.ok(socket);
  const pings = () => socket.sent.filter(({ type }) => type === 'ping').length;
  for (let each = 0; each < 3; each++)
    connection.send({ type: 'publish', binder_id: 'B1', kind: 'typing', data: {} });
  assert.equal(pings(), 1, 'one ping for all that is sent meanwhile');
  await turns();
  vi.advanceTimersByTime(4_000);
  assert.equal(connection.state.status, 'online', 'it was answered');
  vi.advanceTimersByTime(20_000);
  assert.equal(pings(), 1, 'nobody waits for anything');
  socket.deliver = () => undefined;
  const sentAt = Date.now();
  connection.check();
  await turns();
  vi.advanceTimersByTime(3_499);
  assert.equal(connection.state.status, 'online');
  vi.advanceTimersByTime(1);
  const { reason, since } = isOffline(connection.state);
  assert.deepEqual([reason, since - sentAt], ['silent', 3_500]);
  connection.close();
});

test('[CLIENT-22] what is sent just after an answer is asked for again, and not more often than once a second', async () => {
  const { server, connection } = connect();
  await turns();
  const [socket] = server.opened;
  assert.ok(socket);
  const pings = () => socket.sent.filter(({ type }) => type === 'ping').length;
  connection.check();
  await turns();
  for (let each = 0; each < 20; each++) connection.check();
  assert.equal(pings(), 1);
  socket.deliver = () => undefined;
  vi.advanceTimersByTime(1_000);
  assert.equal(pings(), 2);
  vi.advanceTimersByTime(3_500);
  assert.equal(isOffline(connection.state).reason, 'silent');
  connection.close();
});

test('[CLIENT-22] a machine that slept asks again before it takes the connection for lost', async () => {
  const { server, connection } = connect();
  await turns();
  const [socket] = server.opened;
  assert.ok(socket);
  const { deliver } = socket;
  socket.deliver = () => undefined;
  connection.check();
  await turns();
  socket.deliver = deliver;
  vi.setSystemTime(Date.now() + 60_000);
  vi.advanceTimersByTime(4_000);
  await turns();
  vi.advanceTimersByTime(4_000);
  assert.equal(connection.state.status, 'online');
  connection.close();
});

test('[CLIENT-22] without a network the connection is lost at once, and back when the network is', async () => {
  const { connection } = connect();
  await turns();
  connection.loseNetwork();
  assert.equal(isOffline(connection.state).reason, 'unreachable');
  connection.loseNetwork();
  vi.advanceTimersByTime(0);
  connection.reconnect();
  await turns();
  assert.equal(connection.state.status, 'online');
  connection.close();
});
