import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import { createProcessBus } from '../log/index.ts';
import type { Environment } from './environment.ts';
import { startPeriodicJob } from './periodic-jobs.ts';

test('[OPS-20] rounds of a job do not overlap, one that failed is repeated sooner, and they end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const complaints: object[] = [];
  const notified: string[] = [];
  const env = {
    name: 'production',
    bus: createProcessBus(),
    log: {
      warn: (details: { job: string; retry_ms: number }) => complaints.push([details.job, details.retry_ms]),
    },
  };
  const rounds: PromiseWithResolvers<void>[] = [];
  const job = {
    name: 'tidying',
    everyMs: 10_000,
    firstMs: 10,
    work() {
      const round = Promise.withResolvers<void>();
      rounds.push(round);
      return round.promise;
    },
  };
  const listener = {
    onSchedule: (ms: number) => notified.push(`in ${ms}`),
    onEnd: (_ms: number, error: unknown) => notified.push(error instanceof Error ? error.message : 'ended'),
  };
  const { stop } = startPeriodicJob(env as unknown as Environment, job, [listener]);
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const failAndWait = async (ms: number) => {
    const count = rounds.length;
    rounds.at(-1)?.reject(new Error('no database'));
    await settle();
    vi.advanceTimersByTime(ms - 1);
    assert.equal(rounds.length, count, `${ms} ms are not over`);
    vi.advanceTimersByTime(1);
    assert.equal(rounds.length, count + 1);
  };
  vi.advanceTimersByTime(10);
  assert.equal(rounds.length, 1);
  vi.advanceTimersByTime(60_000);
  assert.equal(rounds.length, 1, 'the first is under way');
  for (const ms of [2_000, 4_000, 8_000, 10_000, 10_000]) await failAndWait(ms);
  assert.deepEqual(complaints.slice(0, 2), [
    ['tidying', 2_000],
    ['tidying', 4_000],
  ]);
  rounds.at(-1)?.resolve();
  await settle();
  vi.advanceTimersByTime(10_000);
  assert.equal(rounds.length, 7, 'after a success it waits its interval');
  await failAndWait(2_000);
  assert.deepEqual(notified.slice(0, 3), ['in 10', 'no database', 'in 2000']);
  await stop();
  rounds.at(-1)?.resolve();
  await settle();
  vi.advanceTimersByTime(60_000);
  assert.equal(rounds.length, 8);
});

test('[OPS-20] a round in which an item failed counts as failed and is repeated after the interval', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const ends: unknown[] = [];
  const waits: number[] = [];
  const { stop } = startPeriodicJob(
    { name: 'production', bus: createProcessBus() } as unknown as Environment,
    {
      name: 'mailing',
      everyMs: 10_000,
      firstMs: 10,
      work: async (_env, onItemFailure) => onItemFailure?.('refused'),
    },
    [{ onSchedule: (ms) => waits.push(ms), onEnd: (_ms, error) => ends.push(error) }],
  );
  vi.advanceTimersByTime(10);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual([ends, waits], [['refused'], [10, 10_000]]);
  await stop();
});
