import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CreatedUser, startService, type TestService, until } from '@ringbinder/testkit';
import { freePort } from '@ringbinder/testkit/free-port.ts';
import { afterAll, beforeAll, test } from 'vitest';

const CALLS = 10;
const isThere = spawnSync('redis-server', ['--version']).status === 0;
const needed = { skip: !isThere && process.env.CI !== 'true' };

let folder = '';
let port = 0;
let redis: ChildProcess | undefined;
let one: TestService;
let other: TestService;
beforeAll(async () => {
  if (needed.skip) return;
  folder = await mkdtemp(join(tmpdir(), 'ringbinder-redis-'));
  port = await freePort();
  await startRedis();
  const config = { redisUrl: `redis://127.0.0.1:${port}`, callsPerMinute: CALLS };
  one = await startService({ config });
  other = await startService({ config, beside: one });
  for (const { env } of [one, other])
    await until('Redis is connected', () => env.redis?.client.status === 'ready');
});
afterAll(async () => {
  if (needed.skip) return;
  await other.close();
  await one.close();
  redis?.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

async function startRedis(): Promise<void> {
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
  redis = spawn('redis-server', options, { stdio: 'ignore' });
}

async function redisState({ origin }: TestService): Promise<string | undefined> {
  const answer = await fetch(`${origin}/readyz`);
  assert.equal(answer.status, 200);
  return ((await answer.json()) as { checks: Record<string, string> }).checks.redis_production;
}

const call = ({ call }: TestService, { token }: CreatedUser) => call('GET', '/Bshort', { token });
async function countAdmitted(user: CreatedUser): Promise<number> {
  let admitted = 0;
  for (let turn = 0; turn < 20; turn++)
    if ((await call(turn % 2 ? one : other, user)).status !== 429) admitted++;
  return admitted;
}

test(
  '[LIMIT-10] [STORE-17] [OPS-17] processes that share a Redis count together; without it each counts alone, until it is back',
  needed,
  async () => {
    assert.equal(await countAdmitted(await one.make.user()), CALLS);
    assert.equal(await redisState(one), 'ok');
    redis?.kill('SIGKILL');
    for (const { env } of [one, other])
      await until('Redis is gone', () => env.redis?.client.status !== 'ready');
    assert.equal(await countAdmitted(await one.make.user()), 2 * CALLS, 'each admits as many as it may');
    await until('it is said', () => one.logLines.some((line) => line.includes('redis: unavailable')));
    assert.equal(
      one.logLines.filter((line) => line.includes('redis: unavailable')).length,
      1,
      'one line for an outage',
    );
    assert.equal(await redisState(one), 'unavailable');
    await startRedis();
    for (const { env } of [one, other])
      await until('redis: available again', () => env.redis?.client.status === 'ready');
    assert.equal(await redisState(one), 'ok');
    assert.equal(await countAdmitted(await one.make.user()), CALLS);
    assert.ok(one.logLines.some((line) => line.includes('redis: available again')));
  },
);

test(
  '[LIMIT-12] [STORE-17] [OPS-17] a Redis that is connected and does not answer is done without after a second, told in one line, and shared again when it answers',
  needed,
  async () => {
    const countLines = (what: string) => one.logLines.filter((line) => line.includes(what)).length;
    const before = { away: countLines('redis: unavailable'), back: countLines('redis: available again') };
    redis?.kill('SIGSTOP');
    assert.equal(await redisState(one), 'unavailable');
    await call(one, await one.make.user());
    await call(other, await one.make.user());
    const begun = performance.now();
    assert.equal(await countAdmitted(await one.make.user()), 2 * CALLS, 'each admits as many as it may');
    const ms = performance.now() - begun;
    assert.ok(ms < 5_000, `20 calls took ${ms} ms: each would have waited a second`);
    redis?.kill('SIGCONT');
    for (const { env } of [one, other])
      await until('redis: available again', () => env.redis?.client.status === 'ready');
    assert.equal(await countAdmitted(await one.make.user()), CALLS);
    assert.deepEqual(
      { away: countLines('redis: unavailable'), back: countLines('redis: available again') },
      { away: before.away + 1, back: before.back + 1 },
    );
  },
);

test('what one process writes into a log wakes the readers of the other', needed, async () => {
  const received: string[] = [];
  const end = other.env.bus.subscribeAll((id) => received.push(id));
  await until('it is subscribed', async () => {
    one.env.bus.wake('Bsomething');
    await new Promise((resolve) => setImmediate(resolve));
    return received.includes('Bsomething');
  });
  end();
});
