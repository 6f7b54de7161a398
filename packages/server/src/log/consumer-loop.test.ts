import assert from 'node:assert/strict';
import { startService, type TestService, until } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { measureBackground } from '../background/metrics.ts';
import { usage } from '../features/admin/index.ts';
import { createMetrics } from '../http/index.ts';
import { defineConsumer, type LogRange, startConsumer } from './index.ts';
import { catchUpAll } from './testing/catch-up-all.ts';

let service: TestService;
let binders: string[];
beforeAll(async () => {
  service = await startService();
  const owner = await service.make.user();
  binders = (await Promise.all(Array.from({ length: 3 }, () => service.make.binder(owner)))).toSorted();
});
afterAll(() => service.close());

async function write(binderId: string, entries: number): Promise<void> {
  await service.env.db.query(
    `WITH moved AS (UPDATE binders SET seq = seq + $2 WHERE id = $1 RETURNING seq - $2 AS base)
     INSERT INTO binder_log (binder_id, seq, at, actor_id, kind, body)
     SELECT $1, base + n, $3, 'U', 'todo_created', jsonb_build_object('id', base + n, 'name', 'To do')
     FROM moved, generate_series(1, $2::int) n`,
    [binderId, entries, service.clock.now()],
  );
}

const endOf = async (binderId: string) =>
  (await service.env.db.query<{ seq: number }>('SELECT seq FROM binders WHERE id = $1', [binderId]))[0]?.seq;

function recorder(name: string, batch: { binders: number; entries: number }) {
  const ranges: LogRange[] = [];
  const consumer = defineConsumer({
    name,
    batch,
    async handle(_env, tx, providedRanges) {
      tx.afterCommit(() => ranges.push(...providedRanges));
    },
  });
  const check = async (binderId: string) => {
    let seq = 0;
    const own = ranges.filter((range) => range.binderId === binderId);
    // Two commits on two connections may be reported in reverse order.
    for (const { from, to } of own.toSorted((one, other) => one.from - other.from)) {
      assert.deepEqual([from, to > from], [seq, true]);
      seq = to;
    }
    assert.equal(seq, await endOf(binderId));
  };
  return { consumer, ranges, check };
}

test('[LOG-12] processes that share a consumer handle every entry once, in order, with no migration for a new consumer', async () => {
  const { consumer, check } = recorder('shared', { binders: 2, entries: 20 });
  for (const id of binders) await write(id, 100);
  const running = [1, 2, 3].map(() => startConsumer(service.env, consumer));
  const writing = binders.map(async (id) => {
    for (let round = 0; round < 20; round++) {
      await write(id, 3);
      service.env.bus.wake(id);
    }
  });
  await Promise.all(writing);
  await until('all is read', async () => (await consumer.findBacklog(service.env.db, 1)).length === 0);
  await Promise.all(running.map((each) => each.stop()));
  for (const id of binders) await check(id);
});

test('[LOG-13] a step shares its batch evenly, and every waiting binder is read once before any is read again', async () => {
  const [long = '', short = '', other = ''] = binders;
  const together = recorder('even', { binders: 10, entries: 60 });
  await together.consumer.step(service.env, binders);
  const sizes = together.ranges.map(({ from, to }) => to - from);
  assert.deepEqual(sizes, [20, 20, 20]);

  const { consumer, ranges } = recorder('fair', { binders: 1, entries: 10 });
  await catchUpAll(service.env, consumer);
  await write(long, 50);
  await write(short, 1);
  await write(other, 1);
  ranges.length = 0;
  const running = startConsumer(service.env, consumer);
  await until('all is read', async () => (await consumer.findBacklog(service.env.db, 1)).length === 0);
  await running.stop();
  const order = ranges.map(({ binderId }) => binderId);
  assert.deepEqual(
    new Set(order.slice(0, 3)),
    new Set(binders),
    'the long one is not read twice before the others',
  );
  assert.equal(order.filter((id) => id === long).length, 5);
});

test('[LOG-14] [OPS-19] a binder that fails waits longer each time and keeps no other one waiting; the metrics tell', async () => {
  const [bad = '', ...good] = binders;
  const seen: string[] = [];
  const failures: number[] = [];
  let isBroken = true;
  const consumer = defineConsumer({
    name: 'failing',
    batch: { binders: 10, entries: 10_000 },
    async handle(_env, tx, ranges) {
      const ids = ranges.map(({ binderId }) => binderId);
      if (isBroken && ids.includes(bad)) {
        if (ids.length === 1) failures.push(performance.now());
        throw new Error('broken');
      }
      tx.afterCommit(() => seen.push(...ids));
    },
  });
  const metrics = createMetrics();
  const running = startConsumer(service.env, consumer, [
    measureBackground(metrics).consumer(service.env, consumer.name),
  ]);
  const figure = async (name: string) => {
    const text = await metrics.registry.metrics();
    const label = 'environment="production",consumer="failing"';
    return Number(text.split(`${name}{${label}} `)[1]?.split('\n')[0]);
  };
  await until('the others are read', () => good.every((id) => seen.includes(id)));
  await until('it has failed three times', () => failures.length === 3, 10_000);
  const [first = 0, second = 0, third = 0] = failures;
  assert.ok(second - first >= 1_000 && third - second >= 2_000, failures.join());
  await until(
    'one step of all and three of the one are counted',
    async () => (await figure('log_consumer_failures_total')) >= 4,
  );
  assert.equal(await figure('log_consumer_backlog_entries'), await endOf(bad));
  service.clock.advance(5_000);
  assert.ok((await figure('log_consumer_lag_seconds')) >= 5);
  isBroken = false;
  await until('it is read as well', () => seen.includes(bad), 10_000);
  await until('nothing is unread', async () => (await figure('log_consumer_backlog_entries')) === 0, 10_000);
  assert.equal(await figure('log_consumer_lag_seconds'), 0);
  const ends = await Promise.all(binders.map(endOf));
  assert.equal(
    await figure('log_consumer_entries_total'),
    ends.reduce<number>((sum, end) => sum + (end ?? 0), 0),
  );
  await running.stop();
});

test('[LOG-12] a process of the last release, which knows only the table of one consumer, shares its cursors', async () => {
  const [binderId = '', other = ''] = binders;
  const { db } = service.env;
  await catchUpAll(service.env, usage);
  await write(binderId, 5);
  await write(other, 5);
  await db.transaction(async (tx) => {
    await tx.query('INSERT INTO usage_read (binder_id, seq) VALUES ($1, 0) ON CONFLICT DO NOTHING', [
      binderId,
    ]);
    const [row] = await tx.query<{ seq: number }>(
      'SELECT seq FROM usage_read WHERE binder_id = $1 FOR UPDATE',
      [binderId],
    );
    assert.equal(row?.seq, ((await endOf(binderId)) ?? 0) - 5, 'it goes on where the new one was');
    const { advanced, entries } = await usage.step(service.env, [binderId, other]);
    assert.deepEqual([advanced, entries], [[binderId], 5]);
    await tx.query('UPDATE usage_read SET seq = $2 WHERE binder_id = $1', [binderId, await endOf(binderId)]);
  });
  assert.deepEqual(await usage.step(service.env, [binderId]), {
    entries: 0,
    behind: [],
    advanced: [],
    unread: [],
  });
  await write(binderId, 2);
  await db.query('DELETE FROM usage_read WHERE binder_id = $1', [binderId]);
  await db.query('INSERT INTO usage_read (binder_id, seq) SELECT id, seq - 2 FROM binders WHERE id = $1', [
    binderId,
  ]);
  assert.equal((await usage.step(service.env, [binderId])).entries, 2);
});
