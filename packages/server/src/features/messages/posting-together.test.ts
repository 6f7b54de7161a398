import assert from 'node:assert/strict';
import { type Answer, type Cast, until } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';
import type { Transaction } from '../../storage/database.ts';

let cast: Cast;
beforeAll(async () => {
  cast = await service.make.cast();
});

const post = (binderId: string, token: string, text: string, headers: Record<string, string> = {}) =>
  service.call('POST', `/${binderId}/messages`, { token, json: { message: { text } }, headers });

interface Entry {
  seq: number;
  kind: string;
  actor: { id: string };
  body: { id: number; text: string };
}

async function readLog(binderId: string): Promise<Entry[]> {
  const feed = await service.call('GET', `/${binderId}/feed`, { token: cast.owner.token });
  return feed.body.data.entries;
}

async function hold(lock: (tx: Transaction) => Promise<unknown>): Promise<() => Promise<void>> {
  const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: locked, resolve: tellLocked } = Promise.withResolvers<void>();
  const transaction = service.env.db.transaction(async (tx) => {
    await lock(tx);
    tellLocked();
    await gate;
  });
  await locked;
  return () => {
    letGo();
    return transaction;
  };
}

const lockBinder = (binderId: string) =>
  hold((tx) => tx.query('SELECT id FROM binders WHERE id = $1 FOR UPDATE', [binderId]));

const lockWaiters = async () =>
  (
    await service.env.db.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
  ).length;

test('[MSG-6] [LOG-2] posts that wait for the same binder get each its own answer, and the log no gap', async () => {
  const binderId = await service.make.binder(cast.owner, [
    { user: cast.editor, role: 'editor' },
    { user: cast.viewer, role: 'viewer' },
  ]);
  const unlock = await lockBinder(binderId);
  const first = post(binderId, cast.owner.token, 'first');
  await until('the post waits for the binder', async () => (await lockWaiters()) === 1);
  const actors = [cast.owner, cast.viewer, cast.editor, cast.sameOrg, cast.otherPartner];
  const posting = Array.from({ length: 25 }, async (_, index) => {
    const actor = actors[index % actors.length] ?? cast.owner;
    const text = `text ${index}`;
    return { actor, text, answer: await post(binderId, actor.token, text) };
  });
  await unlock();
  assert.equal((await first).status, 200);
  const posts = await Promise.all(posting);

  const log = await readLog(binderId);
  assert.deepEqual(
    log.map(({ seq }) => seq),
    log.map((_, index) => index + 1),
  );
  for (const { actor, text, answer } of posts) {
    const mayPost = actor === cast.owner || actor === cast.editor;
    assert.equal(answer.status, mayPost ? 200 : 403, `${actor.name}: ${text}`);
    if (!mayPost) continue;
    const { seq, binder_comment_id: id } = answer.body.data;
    const entry = log.find((each) => each.seq === seq);
    assert.deepEqual(entry?.body, { id, text });
    assert.equal(entry?.actor.id, actor.id);
  }
  assert.equal(log.filter(({ kind }) => kind === 'message_posted').length, 11);
  const binder = await service.call('GET', `/${binderId}`, { token: cast.owner.token });
  assert.equal(binder.body.data.total_comments, 11);
});

test('[STORE-12] posts that wait for the same binder are one statement', async () => {
  const binderId = await service.make.binder(cast.owner);
  const unlock = await lockBinder(binderId);
  const posts = [post(binderId, cast.owner.token, 'first')];
  await until('the post waits for the binder', async () => (await lockWaiters()) === 1);
  for (let index = 0; index < 20; index++) posts.push(post(binderId, cast.owner.token, `text ${index}`));
  const other = await service.call('GET', `/${cast.binderId}/messages`, { token: cast.owner.token });
  assert.equal(other.status, 200);
  assert.equal(await lockWaiters(), 1);
  await unlock();
  for (const { status } of await Promise.all(posts)) assert.equal(status, 200);
  const rows = await service.env.db.query(
    'SELECT count(DISTINCT xmin::text) AS statements, count(*) AS messages FROM messages WHERE binder_id = $1',
    [binderId],
  );
  assert.equal(rows[0]?.messages, 21);
  assert.ok(Number(rows[0]?.statements) <= 3, `${rows[0]?.statements} statements`);
});

test('[STORE-12] posts that wait are one statement, whatever their binders', async () => {
  const binderIds = await Promise.all(Array.from({ length: 8 }, () => service.make.binder(cast.owner)));
  const unlock = await hold((tx) => tx.query('LOCK TABLE messages IN EXCLUSIVE MODE'));
  const posts = binderIds.flatMap((id) => [1, 2].map((text) => post(id, cast.owner.token, `${text}`)));
  await until('two statements wait', async () => (await lockWaiters()) === 2);
  assert.equal((await service.call('GET', '/me', { token: cast.owner.token })).status, 200);
  await unlock();
  for (const { status } of await Promise.all(posts)) assert.equal(status, 200);
  for (const id of binderIds)
    assert.deepEqual(
      (await readLog(id)).slice(-2).map(({ seq }) => seq),
      [2, 3],
    );
  const [row] = await service.env.db.query(
    'SELECT count(DISTINCT xmin::text) AS statements, count(*) AS messages FROM messages WHERE binder_id = ANY($1)',
    [binderIds],
  );
  assert.equal(row?.messages, 16);
  assert.ok(Number(row?.statements) <= 8, `${row?.statements} statements`);
});

test('[STORE-12] a locked binder delays no post to another binder', async () => {
  const [lockedId, freeId] = [await service.make.binder(cast.owner), await service.make.binder(cast.owner)];
  const unlock = await lockBinder(lockedId);
  const waiting = [1, 2].map((text) => post(lockedId, cast.owner.token, `${text}`));
  const done = await Promise.all([1, 2, 3].map((text) => post(freeId, cast.owner.token, `${text}`)));
  await until('the post waits for the binder', async () => (await lockWaiters()) === 1);
  await unlock();
  for (const { status } of [...done, ...(await Promise.all(waiting))]) assert.equal(status, 200);
});

test('[MSG-6] someone who is removed while a post waits is refused, and the others are not', async () => {
  const binderId = await service.make.binder(cast.owner, [{ user: cast.editor, role: 'editor' }]);
  const unlock = await lockBinder(binderId);
  const posts = [post(binderId, cast.owner.token, 'first')];
  await until('the post waits for the binder', async () => (await lockWaiters()) === 1);
  const removal = service.call('POST', `/${binderId}/removeuser`, {
    token: cast.owner.token,
    json: { id: cast.editor.id },
  });
  await until('the post waits for the binder', async () => (await lockWaiters()) === 2);
  posts.push(post(binderId, cast.editor.token, 'too late'), post(binderId, cast.owner.token, 'last'));
  await unlock();
  assert.equal((await removal).status, 200);
  const [first, late, last] = (await Promise.all(posts)) as [Answer, Answer, Answer];
  assert.deepEqual([first.status, last.status], [200, 200]);
  const removed = (await readLog(binderId)).find(({ kind }) => kind === 'member_removed')?.seq ?? 0;
  if (late.status === 200) assert.ok(late.body.data.seq < removed);
  else assert.equal(late.status, 403);
});

test('[MSG-1] a post with an Idempotency-Key among others is stored once', async () => {
  const binderId = await service.make.binder(cast.owner);
  const unlock = await lockBinder(binderId);
  const key = { 'idempotency-key': 'one-of-many' };
  const posts = Array.from({ length: 9 }, (_, index) =>
    index % 3 === 0
      ? post(binderId, cast.owner.token, 'kept', key)
      : post(binderId, cast.owner.token, `${index}`),
  );
  await until('the post waits for the binder', async () => (await lockWaiters()) >= 2);
  await unlock();
  const answers = await Promise.all(posts);
  for (const { status } of answers) assert.equal(status, 200);
  const storedIds = answers
    .filter((_, index) => index % 3 === 0)
    .map(({ body }) => body.data.binder_comment_id);
  assert.equal(new Set(storedIds).size, 1);
  const texts = (await readLog(binderId)).map(({ body }) => body.text).filter((text) => text !== undefined);
  assert.deepEqual(texts.toSorted(), ['1', '2', '4', '5', '7', '8', 'kept']);
});

test('[MSG-1] posts to a binder that is not there are each told so', async () => {
  const nowhere = `B${'0'.repeat(22)}`;
  const answers = await Promise.all([1, 2, 3].map((text) => post(nowhere, cast.owner.token, `${text}`)));
  for (const { status } of answers) assert.equal(status, 404);
});
