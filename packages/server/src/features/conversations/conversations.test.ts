import assert from 'node:assert/strict';
import type { Activity } from '@ringbinder/protocol';
import { type Actors, createActors, outsiders, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test, vi } from 'vitest';

let service: TestService;
let actors: Actors;
beforeAll(async () => {
  service = await startService();
  actors = await createActors(service);
});
afterAll(() => service.close());

interface Item {
  id: string;
  published: string;
}

const list = (binderId: string, query = '', token = actors.users.viewer.token) =>
  service.call('GET', `/${binderId}/conversations${query}`, { token });
const feedsOf = async (binderId: string, query = ''): Promise<Item[]> =>
  (await list(binderId, query)).body.data.feeds;
const post = (binderId: string, path: string, json: unknown, token = actors.users.owner.token) =>
  service.call('POST', `/${binderId}/${path}`, { token, json });
const postText = async (binderId: string, text: string) =>
  (await post(binderId, 'messages', { message: { text } })).body.data.binder_comment_id as number;

test('[LOG-10] the members of a binder list its conversations, and nobody else', () =>
  actors.check({
    expected: { ...outsiders, owner: 200, editor: 200, viewer: 200, bot: 200, reader: 200 },
    changes: false,
    call: ({ call }, binderId) => call('GET', `/${binderId}/conversations`),
  }));

test('[LOG-10] every kind of entry is an activity, or left out on purpose', async () => {
  const { activityKinds } = await import('./present.ts');
  const binderId = await actors.fixture();
  await service.env.db.query(
    `INSERT INTO binder_log (binder_id, seq, at, actor_id, kind, body)
     SELECT $1, 1 + n, 4102444800000, $2, 'todo_reminded', '{"id": 1, "name": "x"}' FROM generate_series(1, 3) n`,
    [binderId, actors.users.owner.id],
  );
  await service.env.db.query('UPDATE binders SET seq = 4 WHERE id = $1', [binderId]);
  assert.equal((await feedsOf(binderId)).length, 1, 'reminders are left out');
  assert.ok(!activityKinds.includes('todo_reminded'));
});

test('[LOG-11] timestamp and until bound the list, both included, and count cuts it', async () => {
  const binderId = await actors.fixture();
  const times: number[] = [];
  for (let number = 0; number < 30; number++) {
    service.clock.advance(number % 3 === 0 ? 1000 : 0);
    await postText(binderId, `m${number}`);
    const [newest] = await feedsOf(binderId, '?count=1');
    times.push(Date.parse(newest?.published ?? ''));
  }
  const all = await feedsOf(binderId);
  assert.equal(all.length, 31);
  const expected = (from: number, until: number) =>
    all.filter(({ published }) => Date.parse(published) >= from && Date.parse(published) <= until);
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  for (const from of [0, first - 1, first, first + 1, times[10] ?? 0, last, last + 1])
    for (const until of [0, first - 1, first, times[10] ?? 0, times[20] ?? 0, last - 1, last, last + 1e6])
      assert.deepEqual(
        await feedsOf(binderId, `?timestamp=${from}&until=${until}`),
        expected(from, until),
        `${from} to ${until}`,
      );
  assert.deepEqual(await feedsOf(binderId, '?count=7'), all.slice(0, 7));
  assert.deepEqual(
    await feedsOf(binderId, `?until=${times[20]}&count=5`),
    expected(0, times[20] ?? 0).slice(0, 5),
  );
});

test('[LOG-11] object_type bounds the list to changes of members', async () => {
  const { owner, viewer } = actors.users;
  const binderId = await actors.fixture();
  const user = (id: string) => ({ id, object_type: 'user' });
  await post(binderId, 'removeuser', { id: viewer.id });
  await postText(binderId, 'between');
  await post(binderId, 'inviteuser', { users: [{ user: { id: viewer.id } }] });
  const { body } = await list(binderId, '?object_type=user', owner.token);
  assert.deepEqual(
    body.data.feeds.map(({ verb, actor, object }: Activity) => [verb, actor.id, object]),
    [
      ['create', owner.id, { ...user(viewer.id), name: viewer.name }],
      ['delete', owner.id, { ...user(viewer.id), name: viewer.name }],
    ],
  );
  const last = Date.parse(body.data.feeds[0].published);
  const later = await list(binderId, `?object_type=user&timestamp=${last + 1}`, owner.token);
  assert.deepEqual(later.body.data.feeds, []);
  assert.equal((await list(binderId, '?object_type=page', owner.token)).status, 400);
});

test('[LOG-11] without count it gives 100, and long items make it shorter', async () => {
  const binderId = await actors.fixture();
  await service.env.db.query(
    `INSERT INTO binder_log (binder_id, seq, at, actor_id, kind, body)
     SELECT $1, 1 + n, 4102444800000 + n, $2, 'message_posted', jsonb_build_object('id', n, 'text', repeat('é', 60000))
     FROM generate_series(1, 150) n`,
    [binderId, actors.users.owner.id],
  );
  await service.env.db.query('UPDATE binders SET seq = 151 WHERE id = $1', [binderId]);
  const long = await feedsOf(binderId);
  assert.ok(long.length > 50 && long.length < 100, `${long.length} of 120,000 bytes each`);
  assert.equal(long[0]?.id, '151');
  await service.env.db.query(
    `UPDATE binder_log SET body = jsonb_set(body, '{text}', '"short"') WHERE binder_id = $1 AND seq > 1`,
    [binderId],
  );
  assert.equal((await feedsOf(binderId)).length, 100);
});

test('[LOG-11] a list takes two queries, however long the log', async () => {
  const binderId = await actors.fixture();
  await service.env.db.query(
    `INSERT INTO binder_log (binder_id, seq, at, actor_id, kind, body)
     SELECT $1, 1 + n, 4102444800000 + n, $2, 'message_deleted', jsonb_build_object('id', n) FROM generate_series(1, 20000) n`,
    [binderId, actors.users.owner.id],
  );
  await service.env.db.query('UPDATE binders SET seq = 20001 WHERE id = $1', [binderId]);
  await list(binderId);
  const query = vi.spyOn(service.env.db, 'query');
  const { body } = await list(binderId, `?until=${4102444800000 + 500}&count=10`);
  assert.equal(body.data.feeds[0].id, '501');
  assert.equal(body.data.feeds.length, 10);
  assert.equal(query.mock.calls.length, 2);
});
