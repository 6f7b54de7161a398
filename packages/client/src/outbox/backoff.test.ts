import assert from 'node:assert/strict';
import { type TestContext, test, vi } from 'vitest';
import type { RingbinderClient } from '../client.ts';
import { memoryStorage } from '../storage/memory.ts';
import { createOutbox } from './outbox.ts';

const BINDER = 'B0000000000000000000001';
const turns = async () => {
  for (let each = 0; each < 10; each++) await new Promise((resolve) => setImmediate(resolve));
};

function startOutbox(t: TestContext) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const keys: string[] = [];
  let status = 503;
  const POST = async (_path: string, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers['idempotency-key'] ?? '');
    if (status === 0) throw new TypeError('no network');
    const response = { ok: status < 300, status };
    return status < 300
      ? { data: { code: 'RESPONSE_SUCCESS', data: { binder_comment_id: 1, seq: 1 } }, response }
      : { error: { code: 'X', message: 'no' }, response };
  };
  const outbox = createOutbox({
    client: { api: { POST } } as unknown as RingbinderClient,
    storage: memoryStorage(),
    userId: Promise.resolve('U1'),
    now: () => 1,
    random: () => 1,
    report: (error: unknown) => assert.fail(String(error)),
    onChange: () => undefined,
    seqOf: () => undefined,
  });
  t.onTestFinished(() => outbox.close());
  async function nextWait(): Promise<number> {
    const before = keys.length;
    for (let waited = 0; waited <= 60_000; waited += 250) {
      if (keys.length > before) return waited;
      vi.advanceTimersByTime(250);
      await turns();
    }
    return Number.POSITIVE_INFINITY;
  }
  const answer = (next: number) => {
    status = next;
  };
  return { outbox, keys, nextWait, answer };
}

test('[CLIENT-13] each attempt waits twice as long, half a minute at most, and a success begins anew', async (t) => {
  const { outbox, keys, nextWait, answer } = startOutbox(t);
  outbox.add(BINDER, { message: { text: 'one' } });
  await turns();
  assert.equal(keys.length, 1);
  const waits: number[] = [];
  for (const status of [503, 0, 429, 401, 408, 500, 503, 503]) {
    answer(status);
    waits.push(await nextWait());
  }
  assert.deepEqual(waits, [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  answer(200);
  await nextWait();
  assert.equal(new Set(keys).size, 1, 'it is the same message each time');
  assert.equal(outbox.items(BINDER).length, 0);
  answer(503);
  outbox.add(BINDER, { message: { text: 'two' } });
  await turns();
  assert.equal(await nextWait(), 500);
});

test('[CLIENT-13] a connection ends the wait, and a closed outbox sends nothing', async (t) => {
  const { outbox, keys, nextWait } = startOutbox(t);
  outbox.add(BINDER, { message: { text: 'one' } });
  await turns();
  for (let each = 0; each < 5; each++) await nextWait();
  const before = keys.length;
  outbox.wake();
  await turns();
  assert.equal(keys.length, before + 1);
  await outbox.close();
  assert.equal(await nextWait(), Number.POSITIVE_INFINITY);
  assert.equal(keys.length, before + 1);
});
