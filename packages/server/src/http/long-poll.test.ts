import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test, vi } from 'vitest';
import { longPoll } from './long-poll.ts';

const turns = async () => {
  for (let each = 0; each < 10; each++) await new Promise((resolve) => setImmediate(resolve));
};

function startPoll({
  waitMs = 30_000,
  checkIntervalMs = 5_000,
  there = undefined as string | undefined,
} = {}) {
  let now = 1_000;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const listeners = new Set<() => void>();
  const closing = new AbortController();
  const caller = new AbortController();
  let result = there;
  let looks = 0;
  const bus = {
    subscribe(_topic: string, listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const env = { bus, closing: closing.signal } as unknown as Parameters<typeof longPoll>[0];
  const options = { topic: 'B1', waitMs, checkIntervalMs, caller: caller.signal };
  let answer: { value: string | undefined } | undefined;
  const polled = longPoll(env, options, async () => {
    looks++;
    return result;
  }).then((value) => {
    answer = { value };
  });
  const pass = async (ms: number) => {
    now += ms;
    vi.advanceTimersByTime(ms);
    await turns();
  };
  const wake = async () => {
    for (const listener of [...listeners]) listener();
    await turns();
  };
  const left = () =>
    listeners.size + [closing, caller].flatMap(({ signal }) => getEventListeners(signal, 'abort')).length;
  return {
    pass,
    wake,
    closing,
    caller,
    listeners,
    polled,
    left,
    put: (value: string) => {
      result = value;
    },
    answer: () => answer,
    looks: () => looks,
  };
}

test('[LOG-5] what is there is answered at once, and nothing is listened to any more', async () => {
  const poll = startPoll({ there: 'entry' });
  await turns();
  assert.deepEqual([poll.answer(), poll.looks(), poll.left()], [{ value: 'entry' }, 1, 0]);
});

test('[LOG-5] a wake-up has it look at once, and one that was lost after 5 s', async () => {
  const poll = startPoll();
  await turns();
  assert.equal(poll.listeners.size, 1, 'it listens before it looks');
  await poll.wake();
  assert.deepEqual([poll.looks(), poll.listeners.size], [2, 1], 'each look listens once');
  poll.put('entry');
  await poll.pass(4_999);
  assert.equal(poll.looks(), 2);
  await poll.pass(1);
  assert.deepEqual([poll.answer(), poll.left()], [{ value: 'entry' }, 0]);
});

test('[LOG-5] without anything it ends with its time, and looks a last time then', async () => {
  const poll = startPoll({ waitMs: 12_000 });
  await turns();
  for (const ms of [5_000, 5_000, 1_999]) await poll.pass(ms);
  assert.equal(poll.answer(), undefined);
  await poll.pass(1);
  assert.deepEqual([poll.answer(), poll.looks(), poll.left()], [{ value: undefined }, 4, 0]);
});

test('[LOG-5] a caller who is gone, or a server that stops, ends it', async () => {
  for (const who of ['caller', 'closing'] as const) {
    const poll = startPoll();
    await turns();
    poll[who].abort();
    await turns();
    assert.deepEqual([poll.answer(), poll.left()], [{ value: undefined }, 0], who);
    vi.useRealTimers();
    vi.restoreAllMocks();
  }
});
