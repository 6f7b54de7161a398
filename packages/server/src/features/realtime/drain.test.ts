import assert from 'node:assert/strict';
import { openRealtime, openSocket, startService } from '@ringbinder/testkit';
import { test, vi } from 'vitest';

test('[RT-17] a server that stops sends all off, to come back at different moments', async () => {
  const service = await startService();
  const cast = await service.make.cast();
  const clients = await Promise.all(
    Array.from({ length: 20 }, () => openRealtime(service, cast.viewer.token)),
  );
  for (const client of clients) client.send({ type: 'subscribe', id: 1, binder_id: cast.binderId });
  await Promise.all(clients.map((client) => client.take('snapshot')));
  const silent = await openSocket(service);
  const [stuck] = clients.splice(0, 1);
  stuck?.ws.pause();
  const began = performance.now();
  await service.close();
  assert.ok(performance.now() - began < 5_000);
  const delays = [];
  for (const client of clients) {
    assert.equal((await client.closed).code, 1001);
    const { after_ms } = await client.take('reconnect');
    assert.ok(after_ms >= 0 && after_ms < 5_000);
    delays.push(after_ms);
  }
  assert.ok(new Set(delays).size > 5);
  assert.equal((await silent.closed).code, 1001);
  stuck?.ws.resume();
  await stuck?.closed;
});

test('[RT-11] a connection for which no other token comes is closed after a minute', async () => {
  const service = await startService();
  const cast = await service.make.cast();
  const client = await openRealtime(service, cast.viewer.token);
  client.send({ type: 'subscribe', id: 1, binder_id: cast.binderId });
  await client.take('snapshot');
  const { token } = cast.viewer;
  const revoke = service.call('POST', '/oauth/revoke', { form: { access_token: token } });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await revoke;
    await client.take('invalid_token');
    vi.advanceTimersByTime(59_000);
    client.send({ type: 'ping' });
    await client.take('pong');
    vi.advanceTimersByTime(1_001);
    assert.equal((await client.closed).code, 4401);
  } finally {
    vi.useRealTimers();
  }
  await service.close();
});
