import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import { runStatement } from './connections.ts';
import { probeLiveness } from './liveness.ts';
import { DatabaseUnavailable } from './unavailable.ts';

type Client = Parameters<typeof runStatement>[0]['client'];
const client = { query() {} } as unknown as Client;

const settle = () => new Promise((resolve) => setImmediate(resolve));

async function advance(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 500) {
    vi.advanceTimersByTime(500);
    await settle();
  }
}

test('a statement that takes long is waited for while the server answers others, but for its longest time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const now = performance.now();
  let ahead = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + ahead);
  let requests = 0;
  const liveness = probeLiveness(async () => void requests++);
  try {
    let isOver = false;
    const statement = assert.rejects(
      runStatement({ client, liveness }, 'SELECT 1').finally(() => {
        isOver = true;
      }),
      DatabaseUnavailable,
    );
    ahead = 30_000;
    await advance(30_000);
    assert.equal(isOver, false);
    assert.ok(requests > 20, `${requests}`);
    ahead = 36_000;
    await advance(2_000);
    await statement;
    assert.equal(liveness.isSilent(), false);
  } finally {
    liveness.close();
    clock.mockRestore();
    vi.useRealTimers();
  }
});

test('a server that does not answer is asked once for all who wait, and each of them is told', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let requests = 0;
  const liveness = probeLiveness(async () => {
    requests++;
    throw new Error('timeout expired');
  });
  try {
    const statements = [1, 2, 3].map(() =>
      assert.rejects(runStatement({ client, liveness }, 'SELECT 1'), DatabaseUnavailable),
    );
    await advance(1_000);
    await Promise.all(statements);
    assert.equal(requests, 1);
    assert.equal(liveness.isSilent(), true);
  } finally {
    liveness.close();
    vi.useRealTimers();
  }
});

test('a ping that the process itself had no time for, or during which the server answered others, says nothing of the server', async () => {
  let now = 1_000_000;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  const failures = [3_000, 2_500];
  let requests = 0;
  const liveness = probeLiveness(async () => {
    requests++;
    const ms = failures.shift();
    if (ms === undefined) return;
    now += ms;
    throw new Error('timeout expired');
  });
  try {
    failures.pop();
    await liveness.probe();
    assert.equal(requests, 2, 'the first was given up half a second late');

    failures.push(2_500);
    const answered = assert.doesNotReject(liveness.probe());
    liveness.recordResponse();
    await answered;

    now += 1_000;
    failures.push(3_000, 3_000, 3_000);
    await assert.rejects(liveness.probe());
    assert.equal(requests, 6, 'it is not asked for ever');
  } finally {
    liveness.close();
    clock.mockRestore();
  }
});
