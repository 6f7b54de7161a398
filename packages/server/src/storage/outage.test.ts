import assert from 'node:assert/strict';
import { until } from '@ringbinder/testkit/until.ts';
import { test } from 'vitest';
import { watchOutages } from './outage.ts';
import { DatabaseUnavailable, type Outage } from './unavailable.ts';

const SETTLE_MS = 50;
const succeed = async () => 'answered';
const fail = async () => {
  throw new DatabaseUnavailable(new Error('no space left on device'));
};

function watch() {
  const changes: ('away' | Outage)[] = [];
  const watched = watchOutages({
    onOutage: () => changes.push('away'),
    onReturn: (outage) => changes.push(outage),
    settleMs: SETTLE_MS,
  });
  return { changes, watched };
}

test('[OPS-9] an outage that comes and goes is told once, with how often, when it has ended', async () => {
  const { changes, watched } = watch();
  for (let count = 0; count < 90; count++) {
    await assert.rejects(watched(fail));
    assert.equal(await watched(succeed), 'answered');
  }
  assert.deepEqual(changes, ['away']);
  const outage = await until('the end is told', () => changes.find((each) => each !== 'away'));
  assert.equal(outage.relapses, 89);
  await assert.rejects(watched(fail));
  assert.equal(changes.length, 3);
  assert.equal(changes[2], 'away');
});

test('what began before a failure does not end the outage', async () => {
  const { changes, watched } = watch();
  const { promise, resolve } = Promise.withResolvers<string>();
  await assert.rejects(watched(fail));
  await watched(succeed);
  const early = watched(() => promise);
  const error = await watched(fail).catch((error: DatabaseUnavailable) => error);
  resolve('late');
  await early;
  assert.ok(error instanceof DatabaseUnavailable);
  assert.equal(error.outage?.endedAt, undefined);
  await watched(succeed);
  assert.notEqual(error.outage?.endedAt, undefined);
  await until('the end is told', () => changes.length === 2);
});
