import assert from 'node:assert/strict';
import { until } from '@ringbinder/testkit/until.ts';
import { afterAll, test } from 'vitest';
import { assertNothingLost } from './assert-nothing-lost.ts';
import { databaseProcess, isAlive, removeDirectories } from './directories.ts';
import { postMessages } from './posting.ts';
import { killServers, startRingbinder } from './ringbinder.ts';
import { startTarget, unlimited } from './start-target.ts';

afterAll(async () => {
  await killServers();
  await removeDirectories();
});

const CLIENTS = 32;

test('[STORE-1] [STORE-3] [LOG-2] kill -9 of the server amid 32 posting clients loses and repeats nothing; the next start adopts the database', async () => {
  let { server, target } = await startTarget();
  const { directory } = server;
  const { tally, done } = await postMessages(target, CLIENTS, ({ acknowledged }) => acknowledged.size >= 640);
  for (const count of [200, 420]) {
    await until(`${count} messages`, () => tally.acknowledged.size >= count);
    const database = await databaseProcess(directory);
    const { signal } = await server.kill();
    assert.equal(signal, 'SIGKILL');
    assert.ok(database && isAlive(database));
    const before = tally.acknowledged.size;
    server = await startRingbinder(directory, unlimited);
    assert.match(server.output(), /embedded PostgreSQL 18 \(adopted\)/);
    assert.equal(await databaseProcess(directory), database);
    target.base = (await server.demo()).base_url;
    assert.equal(tally.acknowledged.size, before);
  }
  await done;
  assert.ok(tally.unanswered >= CLIENTS);
  assert.deepEqual([...tally.refusals], []);
  await assertNothingLost(target, tally);
  await server.stop();
  assert.equal(await databaseProcess(directory), undefined);
});
