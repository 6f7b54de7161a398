import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@ringbinder/testkit/until.ts';
import { afterAll, test } from 'vitest';
import { assertNothingLost } from './assert-nothing-lost.ts';
import { tokenOf } from './client.ts';
import { databaseProcess, removeDirectories, usedDirectory } from './directories.ts';
import { postMessages } from './posting.ts';
import { familyOf, freeze } from './processes.ts';
import { killServers, startRingbinder } from './ringbinder.ts';

const stopped = new Set<number>();

afterAll(async () => {
  resume();
  await killServers();
  await removeDirectories();
});

function resume(): void {
  for (const pid of stopped) {
    try {
      process.kill(pid, 'SIGCONT');
    } catch {}
  }
  stopped.clear();
}

async function time(url: string, headers = {}): Promise<{ status: number; ms: number }> {
  const begun = performance.now();
  const answer = await fetch(url, { headers });
  await answer.arrayBuffer();
  return { status: answer.status, ms: performance.now() - begun };
}

test('[STORE-21] [ERR-16] while PostgreSQL is connected and does not answer, calls are 503 within 5 s and /readyz within 1 s; both work again by themselves, and nothing acknowledged is lost', async () => {
  const server = await startRingbinder(await usedDirectory(), { CALLS_PER_MINUTE: '1000000' });
  const demo = await server.demo();
  const target = { base: demo.base_url, token: await tokenOf(demo), binder: demo.binder_id };
  let isEnough = false;
  const { tally, done } = await postMessages(target, 8, () => isEnough);
  await until('100 messages', () => tally.acknowledged.size >= 100);

  const database = await databaseProcess(server.directory);
  assert.ok(database);
  // Freeze the server first, so that it starts no new session.
  stopped.add(database);
  freeze([database]);
  for (const pid of await familyOf(database)) stopped.add(pid);
  freeze([...stopped]);
  const silentAt = performance.now();
  const bearer = { authorization: `Bearer ${target.token}` };
  const [ready, call] = await Promise.all([
    until('/readyz is 503', async () => {
      const answer = await time(`${server.origin}/readyz`);
      return answer.status === 503 ? answer : undefined;
    }),
    time(`${target.base}${target.binder}`, bearer),
    until('a post is refused', () => tally.refusals.size > 0),
  ]);
  const firstRefusalMs = performance.now() - silentAt;
  assert.deepEqual([ready.status, call.status], [503, 503]);
  assert.ok(ready.ms < 2_000, `/readyz took ${ready.ms} ms`);
  assert.ok(call.ms < 5_000 && firstRefusalMs < 6_000, `refused after ${call.ms} and ${firstRefusalMs} ms`);
  // Once the server has noticed the outage, requests fail immediately.
  for (const { status, ms } of [
    await time(`${target.base}${target.binder}`, bearer),
    await time(`${server.origin}/readyz`),
  ])
    assert.ok(status === 503 && ms < 500, `${status} after ${ms} ms`);
  assert.equal((await time(`${server.origin}/healthz`)).status, 200);

  const before = tally.acknowledged.size;
  resume();
  await until('it is ready again', async () => (await time(`${server.origin}/readyz`)).status === 200);
  await until('100 messages more', () => tally.acknowledged.size >= before + 100);
  isEnough = true;
  await done;
  assert.equal(tally.unanswered, 0);
  assert.deepEqual([...tally.refusals.keys()], ['503 2']);
  await assertNothingLost(target, tally);
  // Logged after 10 s without a failure (OPS-9).
  for (const line of ['database: unavailable', 'database: available again'])
    await until(`one line for each environment: ${line}`, () => {
      const log = readFileSync(join(server.directory, 'server.log'), 'utf8');
      return [1, 2].includes(log.split(line).length - 1);
    });
  assert.deepEqual(await server.stop(), { code: 0, signal: null });
});
