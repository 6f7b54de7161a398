import assert from 'node:assert/strict';
import { startService, type TestService, until } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { createMetrics } from '../http/index.ts';
import { createClockCheck, measureClockLag } from './log-clock.ts';

const HOUR_MS = 3_600_000;

let service: TestService;
beforeAll(async () => {
  service = await startService({ background: true });
});
afterAll(() => service.close());

async function readState() {
  const response = await fetch(`${service.origin}/readyz`);
  const { checks } = (await response.json()) as { checks: Record<string, string> };
  return [response.status, checks.clock];
}

test('[OPS-30] a clock that was an hour ahead is reported as behind until it has caught up', async () => {
  const { env, clock } = service;
  const lines: string[] = [];
  const log = {
    warn: (_: object, line: string) => lines.push(line),
    info: (line: string) => lines.push(line),
  };
  const logging = { ...env, log } as unknown as typeof env;
  const check = createClockCheck();
  const metrics = createMetrics();
  measureClockLag(metrics, env);
  const lag = async () =>
    Number(/^clock_lag_seconds\{.*\} (.+)$/m.exec(await metrics.registry.metrics())?.[1]);
  assert.deepEqual(await readState(), [200, 'ok']);
  assert.equal(await lag(), 0);

  clock.advance(HOUR_MS);
  const { owner, binderId } = await service.make.cast();
  const post = (text: string) =>
    service.call('POST', `/${binderId}/messages`, { token: owner.token, json: { message: { text } } });
  const before = (await post('from the future')).body.data;
  clock.advance(-HOUR_MS);
  await until('it is behind', async () => (await readState())[1] === 'behind');
  assert.deepEqual(await readState(), [200, 'behind']);
  const seconds = await lag();
  assert.ok(seconds > 3_500 && seconds <= 3_600, `${seconds} s`);
  const after = (await post('now')).body.data;
  assert.equal(after.created_time, before.created_time, 'a new entry keeps the time');
  for (let round = 0; round < 2; round++) await check.work(logging);
  assert.deepEqual(
    lines.map((line) => line.slice(0, 33)),
    ['clock: behind the binder logs, wh'],
  );

  clock.advance(HOUR_MS);
  assert.deepEqual(await readState(), [200, 'ok']);
  assert.equal(await lag(), 0);
  await check.work(logging);
  assert.equal(lines[1], 'clock: has caught up with the binder logs');
});
