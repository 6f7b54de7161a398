import assert from 'node:assert/strict';
import { until } from '@ringbinder/testkit';
import { test, vi } from 'vitest';
import { RingbinderError } from '../errors.ts';
import { realtime } from '../realtime/realtime.ts';
import { connect, isOffline, turns } from '../realtime/testing/connect.ts';
import { createFakeServer } from '../realtime/testing/fake-server.ts';
import { tokenSource } from '../token.ts';

test('[CLIENT-4] attempts wait longer and longer, at random up to a bound, and one that works begins anew', async () => {
  const server = createFakeServer();
  server.setReachable(false);
  const { connection, states } = connect({ server });
  const waits: number[] = [];
  for (let each = 0; each < 9; each++) {
    await turns();
    const { retryAt, since, reason } = isOffline(connection.state);
    assert.equal(reason, 'unreachable');
    assert.equal(since, 0, 'it is offline since the beginning');
    waits.push(retryAt - Date.now());
    vi.advanceTimersByTime(retryAt - Date.now());
  }
  assert.deepEqual(waits, [250, 500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
  server.setReachable(true);
  await turns();
  vi.advanceTimersByTime(15_000);
  await turns();
  assert.deepEqual(connection.state, { status: 'online', sessionId: 'S10', user: { id: 'U1', name: 'Ada' } });
  vi.advanceTimersByTime(10_000);
  const lostAt = Date.now();
  server.cut();
  await turns();
  const { retryAt, since } = isOffline(connection.state);
  assert.deepEqual([retryAt - lostAt, since], [250, lostAt]);
  assert.ok(states.length > 20);
  connection.close();
  assert.equal(connection.state.status, 'closed');
});

test('[CLIENT-4] a connection that does not last is no reason to come back sooner', async () => {
  const { server, connection } = connect();
  const waits: number[] = [];
  for (let each = 0; each < 4; each++) {
    await turns();
    assert.equal(connection.state.status, 'online');
    server.cut();
    await turns();
    const { retryAt } = isOffline(connection.state);
    waits.push(retryAt - Date.now());
    vi.advanceTimersByTime(retryAt - Date.now());
  }
  assert.deepEqual(waits, [250, 500, 1000, 2000]);
  connection.close();
});

test('[CLIENT-4] it comes back when the server says so, and its reasons to close are heeded', async () => {
  const { server, connection } = connect();
  await turns();
  server.send({ type: 'reconnect', after_ms: 7_777 });
  await turns();
  let offline = isOffline(connection.state);
  assert.deepEqual([offline.retryAt - Date.now(), offline.reason], [7_777, 'restarting']);
  assert.equal(server.sessions.length, 0);
  for (const [code, reason, wait] of [
    [1001, 'restarting', 250],
    [4413, 'too_slow', 250],
    [4429, 'too_many', 15_000],
    [4400, 'closed', 15_000],
  ] as const) {
    vi.advanceTimersByTime(offline.retryAt - Date.now());
    await turns();
    vi.advanceTimersByTime(10_000);
    server.cut(code);
    await turns();
    offline = isOffline(connection.state);
    assert.deepEqual([offline.reason, offline.retryAt - Date.now()], [reason, wait], String(code));
  }
  connection.close();
});

test('[CLIENT-5] a token that has ended is replaced where the connection stands', async () => {
  let requested: (string | undefined)[] = [];
  const token = async (refused?: string) => {
    requested.push(refused);
    return refused === 'T1' ? 'T2' : 'T1';
  };
  const server = createFakeServer();
  const { connection, names } = connect({ server, token });
  await turns();
  server.validTokens.delete('T1');
  server.validTokens.add('T2');
  server.send({ type: 'invalid_token', session_id: 'S1', deadline: 60_000 });
  await turns();
  assert.deepEqual(server.opened[0]?.sent.at(-1), { type: 'token', token: 'T2' });
  assert.equal(server.opened.length, 1, 'the connection is the same');
  assert.equal(connection.state.status, 'online');
  assert.deepEqual(requested, [undefined, 'T1']);
  assert.equal(names(), 'connecting online online');
  requested = [];
  connection.close();
});

test('[CLIENT-5] after close code 4401 another token is tried at once, and the same one never again', async () => {
  const server = createFakeServer();
  server.validTokens.clear();
  server.validTokens.add('T2');
  let current = 'T1';
  const renewing = async (refused?: string) => {
    if (refused === current) current = 'T2';
    return current;
  };
  const { connection } = connect({ server, token: renewing });
  await turns();
  vi.advanceTimersByTime(0);
  await turns();
  assert.equal(connection.state.status, 'online');
  connection.close();
  const stubborn = createFakeServer();
  stubborn.validTokens.clear();
  const { connection: signedOut, names } = (() => {
    vi.useRealTimers();
    return connect({ server: stubborn });
  })();
  await turns();
  vi.advanceTimersByTime(0);
  await turns();
  assert.equal(names(), 'connecting offline connecting signed_out');
  assert.equal(stubborn.opened.length, 1, 'the refused token was not sent twice');
  stubborn.validTokens.add('T1');
  signedOut.reconnect();
  await turns();
  assert.equal(signedOut.state.status, 'online', 'somebody who asks for it may try again');
  signedOut.close();
});

test('[CLIENT-5] a refused token source signs out, one without an answer is asked again', async () => {
  let status = 0;
  const failing = async () => {
    throw new RingbinderError('no', { status, code: 'x' });
  };
  const { connection, names } = connect({ token: failing });
  await turns();
  const { retryAt } = isOffline(connection.state);
  status = 401;
  vi.advanceTimersByTime(retryAt - Date.now());
  await turns();
  assert.equal(names(), 'connecting offline connecting signed_out');
  vi.advanceTimersByTime(1e6);
  await turns();
  assert.equal(connection.state.status, 'signed_out', 'nothing is tried any more');
});

test('[CLIENT-5] a token source renews a token that was refused, though it would last longer', async () => {
  let count = 0;
  const source = tokenSource(async () => ({
    accessToken: `T${++count}`,
    expiresAt: Date.now() + 3_600_000,
    scope: 'read',
  }));
  assert.equal(await source(), 'T1');
  assert.equal(await source('T0'), 'T1');
  assert.deepEqual(await Promise.all([source('T1'), source('T1')]), ['T2', 'T2']);
});

test('[CLIENT-6] a silent connection is asked, and given up when it stays silent', async () => {
  const server = createFakeServer({ heartbeatMs: 1000 });
  const { connection } = connect({ server });
  await turns();
  const [socket] = server.opened;
  assert.ok(socket);
  const pings = () => socket.sent.filter(({ type }) => type === 'ping').length;
  vi.advanceTimersByTime(1000);
  await turns();
  assert.equal(pings(), 1);
  vi.advanceTimersByTime(1000);
  await turns();
  assert.equal(connection.state.status, 'online', 'it was answered');
  socket.deliver = () => undefined;
  vi.advanceTimersByTime(1000);
  await turns();
  vi.advanceTimersByTime(1000);
  assert.equal(isOffline(connection.state).reason, 'silent');
  assert.equal(socket.isOpen, false);
  connection.close();
});

test('[CLIENT-6] no timer and no socket is left after it was closed, wherever it stood', async (t) => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  for (const stop of ['connecting', 'online', 'offline'] as const) {
    const server = createFakeServer();
    server.setReachable(stop !== 'offline');
    const channel = realtime(server.client(), { openSocket: server.openSocket, random: () => 1 });
    t.onTestFinished(() => channel.close());
    const replica = channel.subscribe('B0000000000000000000001');
    channel.binders();
    await until(stop, () => channel.state.status === stop);
    if (stop === 'online') {
      await until('it is live', () => replica.status.status === 'live');
      server.setPostBehavior(() => 'unreachable');
      replica.send('hello');
      await until(
        'it waits',
        () => replica.pending[0]?.state.status === 'waiting' && server.posted.length === 0,
      );
    }
    await channel.close();
    await channel.close();
    await turns();
    assert.equal(server.sessions.length, 0);
    assert.throws(() => channel.subscribe('B0000000000000000000002'), /closed/);
  }
  await until('no timer is left', () => timers() <= before);
});
