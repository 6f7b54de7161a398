import assert from 'node:assert/strict';
import { type Actors, createActors, followCursor } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, beforeEach, test } from 'vitest';

let actors: Actors;
let binderId: string;
beforeAll(async () => {
  actors = await createActors(service);
});
beforeEach(async () => {
  binderId = await actors.fixture();
});

const get = (query = '') =>
  service.call('GET', `/${binderId}/messages${query}`, { token: actors.users.viewer.token });
const list = async (query = '') => (await get(query)).body.data;
const post = async (text: string) =>
  (
    await service.call('POST', `/${binderId}/messages`, {
      token: actors.users.editor.token,
      json: { message: { text } },
    })
  ).body.data.binder_comment_id as number;
const idsOf = (data: { messages: { id: number }[] }) => data.messages.map(({ id }) => id);

async function fill(count: number, length = 10): Promise<number[]> {
  const rows = await service.env.db.query<{ id: number }>(
    `WITH taken AS (
       UPDATE binders SET next_id = next_id + $2, total_messages = total_messages + $2 WHERE id = $1 RETURNING next_id - $2 AS first
     )
     INSERT INTO messages (binder_id, id, user_id, text, created_at, updated_at)
     SELECT $1, first + n, $3, repeat('x', $4), 0, 0 FROM taken, generate_series(0, $2::int - 1) n RETURNING id`,
    [binderId, count, actors.users.owner.id, length],
  );
  return rows.map(({ id }) => id).toSorted((one, other) => other - one);
}

async function walk(limit: number, meanwhile: () => Promise<unknown> = async () => {}): Promise<number[]> {
  const ids: number[] = [];
  for await (const data of followCursor((cursor) => get(`?limit=${limit}${cursor}`))) {
    ids.push(...idsOf(data));
    if (data.next_cursor === undefined) break;
    assert.equal(data.messages.length, limit);
    await meanwhile();
  }
  return ids;
}

test('[HTTP-23] [HTTP-25] next_cursor leads through all messages, each once, while others post', async () => {
  const ids = await fill(23);
  for (const limit of [1, 5, 22, 23, 24]) assert.deepEqual(await walk(limit), ids, `limit ${limit}`);
  let posted = 0;
  const seen = await walk(4, async () => {
    await Promise.all([post('meanwhile'), post('meanwhile')]);
    posted += 2;
  });
  assert.deepEqual(seen, ids);
  assert.equal((await list()).messages.length, 23 + posted);
});

test('[HTTP-23] without limit, and with the largest, a list has up to 1,000 messages', async () => {
  const ids = await fill(1001);
  for (const query of ['', '?limit=1000']) {
    const data = await list(query);
    assert.deepEqual(idsOf(data), ids.slice(0, 1000));
    assert.deepEqual(idsOf(await list(`?cursor=${data.next_cursor}`)), ids.slice(1000));
  }
});

test('[HTTP-23] a list of long messages has fewer than the limit, and goes on', async () => {
  const ids = await fill(90, 262_144);
  const first = await list();
  assert.ok(first.messages.length >= 30 && first.messages.length < 40, `${first.messages.length} messages`);
  const seen = idsOf(first);
  for (let cursor = first.next_cursor; cursor; ) {
    const data = await list(`?cursor=${cursor}`);
    seen.push(...idsOf(data));
    cursor = data.next_cursor;
  }
  assert.deepEqual(seen, ids);
});

test('[HTTP-24] [HTTP-18] limits, cursors and ids that cannot be are 400 and name the parameter', async () => {
  await fill(3);
  const cursor = (keys: unknown) => Buffer.from(JSON.stringify(keys)).toString('base64url');
  for (const [query, path] of [
    ['limit=0', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=1001', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=many', 'limit'],
    ['limit=', 'limit'],
    ['limit=1&limit=1', 'limit'],
    ['before=0', 'before'],
    ['before=-5', 'before'],
    ['before=1.5', 'before'],
    ['before=last', 'before'],
    ['before=9007199254740993', 'before'],
    ['before=1e30', 'before'],
    ['after=-1', 'after'],
    ['after=last', 'after'],
    ['cursor=', 'cursor'],
    ['cursor=3', 'cursor'],
    [`cursor=${cursor([1.5])}`, 'cursor'],
    [`cursor=${cursor(['1'])}`, 'cursor'],
    [`cursor=${cursor([1, 2])}`, 'cursor'],
    [`cursor=${cursor([1e30])}`, 'cursor'],
    [`cursor=${cursor({ length: 1, 0: 1 })}`, 'cursor'],
    [`cursor=${'A'.repeat(501)}`, 'cursor'],
  ]) {
    const answer = await get(`?${query}`);
    assert.equal(answer.status, 400, query);
    assert.equal(answer.body.errors[0].path, path, query);
  }
  assert.equal((await list('?limit=1')).messages.length, 1);
});

test('[MSG-4] [MSG-13] [MSG-15] messages that are long by anything but their text are given in shorter lists, all of them', async () => {
  const fields = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`f${n}`, 'x'.repeat(4_000)]));
  const payload = 'x'.repeat(16_000);
  const buttons = Array(20).fill({ type: 'postback', text: 'x', payload });
  const richtext = '\n'.repeat(65_000);
  const posted: number[] = [];
  for (const more of [{ fields }, { buttons }, { richtext }, { fields, richtext }])
    for (let count = 0; count < 5; count++) {
      const json = { message: { text: 'x', ...more } };
      const answer = await service.call('POST', `/${binderId}/messages`, {
        token: actors.users.bot.token,
        json,
      });
      assert.equal(answer.status, 200, answer.body.message);
      posted.unshift(answer.body.data.binder_comment_id);
    }
  const ids: number[] = [];
  let lists = 0;
  for await (const data of followCursor((cursor) => get(`?limit=1000${cursor}`))) {
    assert.ok(JSON.stringify(data).length < 10e6, 'some 8 MB at the most');
    ids.push(...idsOf(data));
    lists++;
  }
  assert.deepEqual(ids, posted);
  assert.ok(lists > 1);
});
