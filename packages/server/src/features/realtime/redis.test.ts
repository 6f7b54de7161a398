import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Cast,
  type CreatedUser,
  openRealtime,
  startService,
  type TestService,
  until,
} from '@ringbinder/testkit';
import { freePort } from '@ringbinder/testkit/free-port.ts';
import { afterAll, beforeAll, test } from 'vitest';

const isThere = spawnSync('redis-server', ['--version']).status === 0;
const needed = { skip: !isThere && process.env.CI !== 'true' };

let folder = '';
let port = 0;
let redis: ChildProcess | undefined;
let here: TestService;
let there: TestService;
let cast: Cast;
beforeAll(async () => {
  if (needed.skip) return;
  folder = await mkdtemp(join(tmpdir(), 'ringbinder-redis-'));
  port = await freePort();
  startRedis();
  const config = { redisUrl: `redis://127.0.0.1:${port}` };
  here = await startService({ config });
  there = await startService({ config, beside: here });
  await connected();
  cast = await here.make.cast();
});
afterAll(async () => {
  if (needed.skip) return;
  await there.close();
  await here.close();
  redis?.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

function startRedis(): void {
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
  redis = spawn('redis-server', options, { stdio: 'ignore' });
}

async function connected(): Promise<void> {
  for (const { env } of [here, there])
    await until('Redis is connected', () => env.redis?.client.status === 'ready');
  await until('both listen', async () => {
    const [, count] = ((await here.env.redis?.client.pubsub(
      'NUMSUB',
      `${here.env.redis?.prefix}ephemeral`,
    )) ?? []) as [string, number];
    return count === 2;
  });
}

async function present(user: CreatedUser, at: TestService) {
  const client = await openRealtime(at, user.token);
  client.send({ type: 'subscribe', id: 1, binder_id: cast.binderId });
  await client.take('snapshot');
  return client;
}

async function post(at: TestService): Promise<number> {
  const json = { message: { text: 'from elsewhere' } };
  const { body } = await at.call('POST', `/${cast.binderId}/messages`, { token: cast.owner.token, json });
  return body.data.seq;
}

test('[LOG-8] [RT-8] with Redis, entries of another process come at once', needed, async () => {
  const client = await present(cast.viewer, here);
  const waits: number[] = [];
  for (let count = 0; count < 10; count++) {
    const seq = await post(there);
    const began = performance.now();
    await client.take('entries', ({ entries }) => entries.some((entry) => entry.seq === seq));
    waits.push(performance.now() - began);
  }
  const median = waits.toSorted((one, other) => one - other)[5] ?? Number.NaN;
  assert.ok(median < 300, waits.join(' '));
  await client.close();
});

test('[RT-14] ephemeral frames and presence go from process to process over Redis', needed, async () => {
  const owner = await present(cast.owner, here);
  const editor = await present(cast.editor, there);
  const online = await owner.take('ephemeral');
  assert.deepEqual([online.user.id, online.data], [cast.editor.id, { state: 'online' }]);
  assert.equal((await editor.take('ephemeral')).user.id, cast.owner.id);
  editor.send({ type: 'publish', binder_id: cast.binderId, kind: 'typing', data: {} });
  await owner.take('ephemeral', ({ kind }) => kind === 'typing');
  const otherPartner = await openRealtime(here, cast.otherPartner.token);
  editor.send({ type: 'publish', binder_id: cast.binderId, kind: 'pointer', data: { points: [1, 2] } });
  const { data } = await owner.take('ephemeral', ({ kind }) => kind === 'pointer');
  assert.deepEqual(data, { points: [1, 2] });
  otherPartner.send({ type: 'ping' });
  await otherPartner.take('pong');
  assert.ok(!otherPartner.frames.some(({ type }) => type === 'ephemeral'));
  editor.cut();
  await owner.take('ephemeral', ({ data: payload }) => payload.state === 'offline');
  await owner.close();
  await otherPartner.close();
});

test(
  '[RT-21] [RT-22] lists hear of other processes too, and so do those who wait for read marks',
  needed,
  async () => {
    const editor = await present(cast.editor, there);
    const viewer = await openRealtime(here, cast.viewer.token);
    viewer.send({ type: 'subscribe_self', id: 1 });
    const { user, data } = await viewer.take('ephemeral');
    assert.deepEqual([user.id, data], [cast.editor.id, { state: 'online' }]);
    editor.send({ type: 'publish', binder_id: cast.binderId, kind: 'typing', data: {} });
    await viewer.take('ephemeral', ({ kind }) => kind === 'typing');
    await post(here);
    await viewer.take('binder_changed', ({ card }) => card.unread > 0);
    const elsewhere = await openRealtime(there, cast.viewer.token);
    elsewhere.send({ type: 'subscribe_self', id: 1 });
    await elsewhere.take('binders');
    await here.call('POST', `/${cast.binderId}/readmark`, { token: cast.viewer.token });
    const { readmarks } = await editor.take('read_marks');
    assert.deepEqual(
      readmarks.map((mark) => mark.user.id),
      [cast.viewer.id],
    );
    for (const client of [viewer, elsewhere])
      await client.take('binder_changed', ({ card }) => card.unread === 0);
    for (const client of [editor, viewer, elsewhere]) await client.close();
  },
);

test(
  '[RT-8] Redis killed and back, and paused and on again: nothing is missed, nothing comes twice, order is kept',
  needed,
  async () => {
    const client = await present(cast.viewer, here);
    const seqs: number[] = [];
    for (let round = 0; round < 3; round++) {
      for (let count = 0; count < 5; count++) seqs.push(await post(count % 2 ? here : there));
      redis?.kill('SIGKILL');
      for (const { env } of [here, there])
        await until('Redis is gone', () => env.redis?.client.status !== 'ready');
      for (let count = 0; count < 5; count++) seqs.push(await post(count % 2 ? here : there));
      startRedis();
      await connected();
    }
    redis?.kill('SIGSTOP');
    for (let count = 0; count < 5; count++) seqs.push(await post(count % 2 ? here : there));
    await client.take('entries', ({ entries }) => entries.some(({ seq }) => seq === seqs.at(-1)));
    redis?.kill('SIGCONT');
    await connected();
    const last = await post(there);
    await client.take('entries', ({ entries }) => entries.some(({ seq }) => seq === last));
    const receivedSeqs = client.frames.flatMap((frame) =>
      frame.type === 'entries' ? frame.entries.map(({ seq }) => seq) : [],
    );
    assert.deepEqual(receivedSeqs, [...seqs, last]);
    await client.close();
  },
);
