import assert from 'node:assert/strict';
import {
  type Cast,
  openRealtime,
  openSocket,
  type RealtimeClient,
  startService,
  type TestService,
  until,
} from '@ringbinder/testkit';
import { afterAll, beforeAll, beforeEach, test, vi } from 'vitest';

let service: TestService;
let cast: Cast;
beforeAll(async () => {
  service = await startService({ config: { callsPerMinute: 400 } });
});
beforeEach(async () => {
  cast = await service.make.cast();
});
afterAll(async () => {
  await service.close();
});

test('[RT-15] one user and client has fifty connections, and another one its own', async () => {
  const clients = await Promise.all(
    Array.from({ length: 50 }, () => openRealtime(service, cast.viewer.token)),
  );
  const more = await openSocket(service);
  more.send({ type: 'hello', token: cast.viewer.token, version: 1 });
  const { code, reason } = await more.closed;
  assert.equal(code, 4429);
  assert.match(reason, /50 connections/);
  await (await openRealtime(service, cast.editor.token)).close();
  await clients[0]?.close();
  await until('one is let in again', async () => {
    const again = await openSocket(service);
    again.send({ type: 'hello', token: cast.viewer.token, version: 1 });
    const welcome = await again.take('welcome').catch(() => undefined);
    if (welcome) clients.push(again);
    return welcome !== undefined;
  });
  await Promise.all(clients.map((client) => client.close()));
});

test('[RT-15] a connection has 200 subscriptions, and the next one is refused', async () => {
  const client = await openRealtime(service, cast.owner.token);
  const ids = Array.from({ length: 200 }, (_, index) => `B${String(index).padStart(22, '0')}`);
  await service.env.db.query(
    `WITH made AS (
       INSERT INTO binders (id, partner_id, org_id, owner_id, name, description, conversation, created_at, updated_at)
       SELECT id, $2, $3, $4, 'Many', '', false, 1, 1 FROM unnest($1::text[]) AS id RETURNING id
     ) INSERT INTO binder_members (binder_id, user_id, role, created_at, updated_at) SELECT id, $4, 'owner', 1, 1 FROM made`,
    [ids, cast.partner.id, cast.owner.orgId, cast.owner.id],
  );
  for (const [id, binder_id] of ids.entries()) client.send({ type: 'subscribe', id, binder_id });
  await Promise.all(ids.map((_, each) => client.take('snapshot', ({ id }) => id === each)));
  client.send({ type: 'subscribe', id: 900, binder_id: cast.binderId });
  const { id, code } = await client.take('refused');
  assert.deepEqual([id, code], [900, 'RESPONSE_ERROR_EXCEED_LIMIT']);
  client.send({ type: 'unsubscribe', binder_id: ids[0] ?? '' });
  client.send({ type: 'subscribe', id: 901, binder_id: cast.binderId });
  await client.take('snapshot', (frame) => frame.id === 901);
  await client.close();
});

test('[RT-15] who subscribes too often in a minute is refused', async () => {
  const refused = async (client: RealtimeClient) => {
    for (let id = 0; id < 250; id++) client.send({ type: 'subscribe', id, binder_id: cast.binderId });
    client.send({ type: 'ping' });
    await client.take('pong');
    return client.frames.some(
      (frame) => frame.type === 'refused' && frame.code === 'RESPONSE_ERROR_TOO_MANY_REQUESTS',
    );
  };
  const clients = [
    await openRealtime(service, cast.editor.token),
    await openRealtime(service, cast.editor.token),
  ];
  const answers = [];
  for (const client of clients) answers.push(await refused(client));
  const [, last] = clients;
  await last?.take('refused', ({ code }) => code === 'RESPONSE_ERROR_TOO_MANY_REQUESTS');
  assert.equal(answers[0], false);
  await Promise.all(clients.map((client) => client.close()));
});

test('[RT-15] too many frames at once close the connection, ephemeral ones counted by themselves', async () => {
  for (const [frame, count] of [
    [{ type: 'ping' }, 400],
    [{ type: 'publish', binder_id: cast.binderId, kind: 'typing', data: {} }, 200],
  ] as const) {
    const client = await openRealtime(service, cast.owner.token);
    for (let sent = 0; sent < count; sent++) client.send(frame);
    assert.equal((await client.closed).code, 4429, frame.type);
  }
});

test('[RT-16] who does not read is closed with 4413, and resumes without a gap', async () => {
  const client = await openRealtime(service, cast.viewer.token);
  client.send({ type: 'subscribe', id: 1, binder_id: cast.binderId });
  const { position } = await client.take('snapshot');
  client.ws.pause();
  const text = 'x'.repeat(100_000);
  for (let count = 0; count < 180; count++)
    await service.env.db.transaction(async (tx) => {
      await tx.query(
        `WITH binder AS (UPDATE binders SET seq = seq + 1 WHERE id = $1 RETURNING seq)
         INSERT INTO binder_log (binder_id, seq, at, actor_id, kind, body)
         SELECT $1, seq, $3, $2, 'binder_updated', jsonb_build_object('description', $4::text) FROM binder`,
        [cast.binderId, cast.owner.id, service.clock.now(), text],
      );
      tx.afterCommit(() => service.env.bus.wake(cast.binderId));
    });
  client.ws.resume();
  assert.equal((await client.closed).code, 4413);
  const seqs = (each: RealtimeClient) =>
    each.frames.flatMap((frame) => (frame.type === 'entries' ? frame.entries.map(({ seq }) => seq) : []));
  const received = seqs(client);
  assert.ok(received.length < 180, `${received.length} entries`);
  const again = await openRealtime(service, cast.viewer.token);
  const from = { epoch: position.epoch, seq: received.at(-1) ?? position.seq };
  again.send({ type: 'subscribe', id: 2, binder_id: cast.binderId, position: from });
  await until('all is heard', () => received.length + seqs(again).length === 180);
  assert.deepEqual(
    [...received, ...seqs(again)],
    Array.from({ length: 180 }, (_, index) => position.seq + 1 + index),
  );
  await again.close();
});

test('[RT-18] a connection that answers no pings is ended after the second, and others are not', async ({
  onTestFinished,
}) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const paused = await startService();
  onTestFinished(() => paused.close());
  const { viewer, editor } = await paused.make.cast();
  const alive = await openRealtime(paused, viewer.token);
  const dead = await openRealtime(paused, editor.token);
  dead.ws.pause();
  for (let beats = 0; beats < 3; beats++) {
    const pinged = new Promise((resolve) => alive.ws.once('ping', resolve));
    vi.advanceTimersByTime(25_000);
    await pinged;
    // The client's pong reaches the server before this frame.
    alive.send({ type: 'ping' });
    await alive.take('pong');
  }
  dead.ws.resume();
  assert.equal((await dead.closed).code, 1006);
  alive.send({ type: 'ping' });
  await alive.take('pong');
  await alive.close();
});

test('[RT-19] the metrics tell of connections, subscriptions and frames', async () => {
  const client = await openRealtime(service, cast.viewer.token);
  client.send({ type: 'subscribe', id: 1, binder_id: cast.binderId });
  await client.take('snapshot');
  const figure = async (name: string) => {
    const text = await (await fetch(`${service.origin}/metrics`)).text();
    return Number(new RegExp(`^${name}\\{environment="production"[^}]*\\} (\\d+)`, 'm').exec(text)?.[1]);
  };
  assert.equal(await figure('realtime_connections'), 1);
  assert.equal(await figure('realtime_subscriptions'), 1);
  assert.ok((await figure('realtime_frames_received_total')) >= 1);
  await client.close();
  await until('it has closed', async () => (await figure('realtime_connections')) === 0);
  assert.equal(await figure('realtime_subscriptions'), 0);
});
