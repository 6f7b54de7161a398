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

/** Runs with a function that tells how many readers wait for something new. */
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

test('[LOG-4] [LOG-6] the feed gives the entries after a seq in order, and the latest seq', async () => {
  for (const text of ['one', 'two', 'three']) await post(text);
  const all = await read('');
  assert.deepEqual(seqs(all), [1, 2, 3, 4]);
  assert.deepEqual(all.entries[0].kind, 'binder_created');
  assert.deepEqual(all.entries[0].actor, { id: owner.id, name: owner.name });
  assert.equal(all.seq, 4);
  for (const [query, expected] of [
    ['after=0', [1, 2, 3, 4]],
    ['after=2', [3, 4]],
    ['after=4', []],
    ['after=1000', []],
    ['after=9007199254740991', []],
    ['limit=2', [1, 2]],
    ['after=2&limit=1', [3]],
    ['after=0&limit=1000', [1, 2, 3, 4]],
  ] as const) {
    const data = await read(query);
    assert.deepEqual(seqs(data), expected, query);
    assert.equal(data.seq, 4, 'the latest of the log, not of the answer');
  }
});

test('[LOG-4] what cannot be asked for is 400 and names the parameter', async () => {
  for (const [query, path] of [
    ['after=-1', 'after'],
    ['after=x', 'after'],
    ['after=1.5', 'after'],
    ['after=9007199254740993', 'after'],
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['wait=-1', 'wait'],
    ['wait=31', 'wait'],
    ['wait=1.5', 'wait'],
    ['wait=long', 'wait'],
  ]) {
    const answer = await get(query ?? '');
    assert.equal(answer.status, 400, query);
    assert.equal(answer.body.errors[0].path, path, query);
  }
});

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

test('[LOG-5] wait is answered at once when there is an entry already', async () => {
  const start = performance.now();
  assert.deepEqual(seqs(await read('after=0&wait=30')), [1]);
  assert.ok(performance.now() - start < 5_000);
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

test('[LOG-5] when the time is over the answer is empty', async () => {
  const start = performance.now();
  assert.deepEqual(await read('after=1&wait=1'), { entries: [], seq: 1 });
  const took = performance.now() - start;
  assert.ok(took > 950 && took < 5_000, `${took} ms`);
  assert.deepEqual(await read('after=1&wait=0'), { entries: [], seq: 1 });
});

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

test('[LOG-5] [MEMBER-10] a reader who loses access while waiting is told so, and gets nothing', () =>
  countWaiting(service, async (waiting) => {
    const waited = get('after=1&wait=30');
    await until('the reader waits', () => waiting() === 1);
    await service.call('POST', `/${binderId}/removeuser`, { token: owner.token, json: { id: viewer.id } });
    const answer = await waited;
    assert.equal(answer.status, 403);
    assert.equal(answer.body.data, undefined);
  }));

test('[LOG-5] [BINDER-12] a reader who waits while the binder is deleted finds it gone', () =>
  countWaiting(service, async (waiting) => {
    const waited = get('after=1&wait=30');
    await until('the reader waits', () => waiting() === 1);
    await service.call('DELETE', `/${binderId}`, { token: owner.token });
    assert.equal((await waited).status, 404);
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

test('[LOG-1] each change is one entry, with what it changed', async () => {
  const { editor, colleague } = actors.users;
  const send = (path: string, json: unknown) =>
    service.call('POST', `/${binderId}${path}`, { token: owner.token, json });
  const { data: posted } = (await post('Hello')).body;
  await send('', { name: 'Second name' });
  await send('', { name: 'Third name', description: 'About' });
  await send('/inviteuser', { users: [{ user: { id: colleague.id }, type: 'BOARD_READ_ONLY' }] });
  await send(`/users/${colleague.id}`, { type: 'BOARD_READ_WRITE' });
  await send('/removeuser', { id: colleague.id });
  await send(`/users/${editor.id}`, { type: 'BOARD_OWNER' });
  await service.call('DELETE', `/${binderId}`, { token: editor.token });
  const member = { user_id: colleague.id, name: colleague.name };
  const entries = await service.env.db.query(
    'SELECT seq, kind, actor_id, body FROM binder_log WHERE binder_id = $1 ORDER BY seq',
    [binderId],
  );
  assert.deepEqual(
    entries,
    [
      ['binder_created', { name: 'Test binder' }],
      ['message_posted', { id: posted.binder_comment_id, text: 'Hello' }],
      ['binder_updated', { name: 'Second name' }],
      ['binder_updated', { name: 'Third name', description: 'About' }],
      ['member_added', { ...member, type: 'BOARD_READ_ONLY' }],
      ['member_changed', { ...member, type: 'BOARD_READ_WRITE' }],
      ['member_removed', member],
      ['member_changed', { user_id: editor.id, name: editor.name, type: 'BOARD_OWNER' }],
      ['member_changed', { user_id: owner.id, name: owner.name, type: 'BOARD_READ_WRITE' }],
      ['binder_deleted', {}],
    ].map(([kind, body], index, all) => ({
      seq: index + 1,
      kind,
      actor_id: index === all.length - 1 ? editor.id : owner.id,
      body,
    })),
  );
});
