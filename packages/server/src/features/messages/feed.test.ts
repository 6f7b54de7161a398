import assert from 'node:assert/strict';
import {
  type Actors,
  type CreatedUser,
  createActors,
  startService,
  type TestService,
  until,
} from '@ringbinder/testkit';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { binderPollerOf } from '../../log/poller.ts';

let service: TestService;
let actors: Actors;
let owner: CreatedUser;
let viewer: CreatedUser;
let binderId: string;
beforeAll(async () => {
  service = await startService();
  actors = await createActors(service);
  ({ owner, viewer } = actors.users);
});
beforeEach(async () => {
  binderId = await actors.fixture();
});
afterAll(() => service.close());

const get = (query: string, token = viewer.token) =>
  service.call('GET', `/${binderId}/feed?${query}`, { token });
const read = async (query: string) => (await get(query)).body.data;
const post = (text = 'Hi') =>
  service.call('POST', `/${binderId}/messages`, { token: owner.token, json: { message: { text } } });
const seqs = (data: { entries: { seq: number }[] }) => data.entries.map(({ seq }) => seq);

async function countWaiting<T>(of: TestService, run: (waiting: () => number) => Promise<T>): Promise<T> {
  const poller = binderPollerOf(of.env.db);
  const { add } = poller;
  let waiting = 0;
  poller.add = (reader) => {
    waiting++;
    const leave = add(reader);
    return () => {
      waiting--;
      leave();
    };
  };
  try {
    return await run(() => waiting);
  } finally {
    poller.add = add;
  }
}

test('[LOG-4] a part of the log with long entries is smaller than the limit, and never empty', async () => {
  await service.env.db.query(
    `WITH taken AS (UPDATE binders SET seq = seq + 90 WHERE id = $1 RETURNING seq - 90 AS base)
     INSERT INTO binder_log (binder_id, seq, at, actor_id, kind, body)
     SELECT $1, base + n, 0, $2, 'message_posted', jsonb_build_object('id', n, 'text', repeat('x', 262144))
     FROM taken, generate_series(1, 90) n`,
    [binderId, owner.id],
  );
  const seen: number[] = [];
  for (let parts = 0; (seen.at(-1) ?? 0) < 91; parts++) {
    const data = await read(`after=${seen.at(-1) ?? 0}`);
    assert.ok(data.entries.length > 0 && data.entries.length < 40, `${data.entries.length} entries`);
    assert.equal(data.seq, 91);
    seen.push(...seqs(data));
    assert.ok(parts < 10);
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 91 }, (_, index) => index + 1),
  );
});

test('[LOG-5] a waiting reader is woken by the next entry, within a tenth of a second', () =>
  countWaiting(service, async (waiting) => {
    const delays: number[] = [];
    for (let round = 1; round <= 5; round++) {
      const waited = read(`after=${round}&wait=30`);
      await until('the reader waits', () => waiting() === 1);
      await post(`Message ${round}`);
      const posted = performance.now();
      const data = await waited;
      delays.push(performance.now() - posted);
      assert.deepEqual(seqs(data), [round + 1]);
      assert.equal(data.seq, round + 1);
    }
    assert.ok(Math.min(...delays) < 100, `took ${delays.map(Math.round).join(', ')} ms`);
    assert.equal(waiting(), 0);
  }));

test('[LOG-5] forty readers that wait are all woken by one post', () =>
  countWaiting(service, async (waiting) => {
    const answers = Array.from({ length: 40 }, () => read('after=1&wait=30'));
    await until('all wait', () => waiting() === 40);
    await post();
    for (const data of await Promise.all(answers)) assert.deepEqual(seqs(data), [2]);
    await until('none waits any more', () => waiting() === 0);
  }));

test('[LOG-5] other binders wake nobody', () =>
  countWaiting(service, async (waiting) => {
    const waited = read('after=1&wait=1');
    await until('the reader waits', () => waiting() === 1);
    await service.call('POST', `/${await actors.fixture()}/messages`, {
      token: owner.token,
      json: { message: { text: 'Elsewhere' } },
    });
    assert.deepEqual(seqs(await waited), []);
  }));

test('[LOG-5] a reader that hangs up is let go at once', () =>
  countWaiting(service, async (waiting) => {
    const hangUp = new AbortController();
    const call = fetch(`${service.base}/${binderId}/feed?after=1&wait=30`, {
      headers: { authorization: `Bearer ${viewer.token}` },
      signal: hangUp.signal,
    }).catch((error: Error) => error.name);
    await until('the reader waits', () => waiting() === 1);
    hangUp.abort();
    assert.equal(await call, 'AbortError');
    await until('it is let go', () => waiting() === 0, 1_000);
  }));

test('[LOG-5] [OPS-5] a server that stops answers those who wait', async () => {
  const stopping = await startService();
  let stopped: Promise<void> | undefined;
  try {
    const cast = await stopping.make.cast();
    await countWaiting(stopping, async (waiting) => {
      const waited = stopping.call('GET', `/${cast.binderId}/feed?after=1&wait=30`, {
        token: cast.viewer.token,
        headers: { connection: 'close' },
      });
      await until('the reader waits', () => waiting() === 1);
      stopped = stopping.close();
      const answer = await waited;
      assert.equal(answer.status, 200);
      assert.deepEqual(answer.body.data, { entries: [], seq: 1 });
    });
  } finally {
    await (stopped ?? stopping.close());
  }
});

test('[LOG-5] [LOG-6] a reader whose wake-up is lost gets the entry all the same', () =>
  countWaiting(service, async (waiting) => {
    const { wake } = service.env.bus;
    service.env.bus.wake = () => {};
    try {
      const waited = read('after=1&wait=30');
      await until('the reader waits', () => waiting() === 1);
      const start = performance.now();
      await post();
      assert.deepEqual(seqs(await waited), [2]);
      assert.ok(performance.now() - start < 3_000);
    } finally {
      service.env.bus.wake = wake;
    }
  }));

test('[LOG-1] deleting a binder is its last entry', async () => {
  await service.call('DELETE', `/${binderId}`, { token: owner.token });
  const entries = await service.env.db.query(
    'SELECT seq, kind, actor_id, body FROM binder_log WHERE binder_id = $1 AND seq > 1',
    [binderId],
  );
  assert.deepEqual(entries, [{ seq: 2, kind: 'binder_deleted', actor_id: owner.id, body: {} }]);
});
