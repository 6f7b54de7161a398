import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import { ServiceError } from './errors.ts';
import { watchStart } from './start.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

function begin(explain: () => Promise<ServiceError | undefined> = async () => undefined) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const failures: (string | number)[] = [];
  let explained = 0;
  const start = watchStart({
    call: 'chatView',
    explain() {
      explained++;
      return explain();
    },
    fail: ({ error_code }) => failures.push(error_code),
  });
  start.open();
  const tick = async (ms: number) => {
    vi.advanceTimersByTime(ms);
    await turn();
  };
  return { start, failures, tick, explained: () => explained };
}

test('[SDK-63] a frame that says nothing for 6 s fails with what the doctor finds', async () => {
  const { failures, tick } = begin(async () => new ServiceError('frame_blocked', ''));
  await tick(5_999);
  assert.deepEqual(failures, []);
  await tick(1);
  assert.deepEqual(failures, ['frame_blocked']);
});

test('[SDK-63] where the doctor finds nothing, or fails, it is unreachable', async () => {
  for (const explain of [async () => undefined, () => Promise.reject(new Error('offline'))]) {
    const { failures, tick } = begin(explain);
    await tick(6_000);
    assert.deepEqual(failures, ['unreachable']);
    vi.useRealTimers();
  }
});

test('[SDK-63] one that was heard and shows nothing for 10 s has timed out, and the doctor is not asked', async () => {
  const { start, failures, tick, explained } = begin();
  start.enter('heard');
  await tick(9_999);
  assert.deepEqual(failures, []);
  await tick(1);
  assert.deepEqual([failures, explained()], [['timeout'], 0]);
});

test('[SDK-63] one that is shown, has failed or has ended does not fail later', async () => {
  for (const end of ['shown', 'failed', 'end'] as const) {
    const { start, failures, tick } = begin();
    start.enter('heard');
    if (end === 'end') start.end();
    else start.enter(end);
    await tick(60_000);
    assert.deepEqual(failures, [], end);
    vi.useRealTimers();
  }
});

test('[SDK-63] one that was heard while the doctor looked does not fail of that', async () => {
  const { promise, resolve } = Promise.withResolvers<ServiceError>();
  const { start, failures, tick } = begin(() => promise);
  await tick(6_000);
  start.enter('heard');
  start.enter('shown');
  resolve(new ServiceError('frame_blocked', ''));
  await tick(0);
  assert.deepEqual([failures, start.stage], [[], 'shown']);
});

test('[SDK-63] the stages go forward, and what was shown stays so', () => {
  const { start } = begin();
  const stages = (['heard', 'shown', 'heard', 'failed'] as const).map((stage) => {
    start.enter(stage);
    return start.stage;
  });
  assert.deepEqual(stages, ['heard', 'shown', 'shown', 'shown']);
});

test('[SDK-64] one that waits for a token for 10 s fails for want of it, shown or not', async () => {
  for (const stage of ['heard', 'shown'] as const) {
    const { start, failures, tick } = begin();
    start.enter(stage);
    start.wait(true);
    await tick(10_000);
    assert.deepEqual(failures, ['invalid_token'], stage);
    vi.useRealTimers();
  }
});

test('[SDK-64] a token that comes in time ends the wait', async () => {
  const { start, failures, tick } = begin();
  start.enter('heard');
  start.enter('shown');
  start.wait(true);
  await tick(9_000);
  start.wait(false);
  await tick(60_000);
  assert.deepEqual([failures, start.stage], [[], 'shown']);
});

test('[SDK-64] one that has failed for want of a token begins again with the next', async () => {
  const { start, failures, tick } = begin();
  start.enter('heard');
  start.wait(true);
  start.enter('failed');
  start.wait(false);
  assert.equal(start.stage, 'heard');
  await tick(10_000);
  assert.deepEqual(failures, ['timeout']);
});
