import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import type { Environment } from './environment.ts';
import { startPeriodicJob } from './periodic-jobs.ts';

test('rounds do not overlap, go on after one that failed, and end', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  const complaints: string[] = [];
  const env = { log: { warn: (_details: object, message: string) => complaints.push(message) } };
  const job: PromiseWithResolvers<void>[] = [];
  const end = startPeriodicJob([env as unknown as Environment], {
    failureMessage: 'it is late',
    everyMs: 100,
    firstMs: 10,
    work() {
      const round = Promise.withResolvers<void>();
      job.push(round);
      return round.promise;
    },
  });
  // What a round's end sets off is done when everything that waits has had its turn.
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  vi.advanceTimersByTime(10);
  assert.equal(job.length, 1);
  vi.advanceTimersByTime(100);
  assert.equal(job.length, 1, 'the first is under way');
  job[0]?.reject(new Error('no database'));
  await settle();
  assert.deepEqual(complaints, ['it is late']);
  vi.advanceTimersByTime(100);
  assert.equal(job.length, 2);
  job[1]?.resolve();
  await settle();
  end();
  vi.advanceTimersByTime(1000);
  assert.equal(job.length, 2);
});
