import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import { createHeartbeat } from './heartbeat.ts';

function startHeartbeat(intervalMs = 10_000) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 0 });
  const counts = { pings: 0, silent: 0 };
  const heartbeat = createHeartbeat({
    now: Date.now,
    ping: () => counts.pings++,
    onSilent: () => counts.silent++,
  });
  heartbeat.start(intervalMs);
  return { heartbeat, counts, tick: (ms: number) => vi.advanceTimersByTime(ms) };
}

test('[CLIENT-6] after one interval of silence it asks, after two it gives up, once', () => {
  const { counts, tick } = startHeartbeat();
  tick(9_999);
  assert.deepEqual(counts, { pings: 0, silent: 0 });
  tick(1);
  assert.deepEqual(counts, { pings: 1, silent: 0 });
  tick(9_999);
  assert.deepEqual(counts, { pings: 1, silent: 0 });
  tick(1);
  assert.deepEqual(counts, { pings: 1, silent: 1 });
  tick(100_000);
  assert.deepEqual(counts, { pings: 1, silent: 1 });
});

test('[CLIENT-6] whatever is heard begins the silence anew', () => {
  const { heartbeat, counts, tick } = startHeartbeat();
  for (let each = 0; each < 20; each++) {
    tick(9_000);
    heartbeat.received();
  }
  assert.deepEqual(counts, { pings: 0, silent: 0 });
});

test('[CLIENT-22] what is sent is answered within 3.5 s, and is asked for once meanwhile', () => {
  const { heartbeat, counts, tick } = startHeartbeat(60_000);
  heartbeat.expect();
  heartbeat.expect();
  assert.equal(counts.pings, 1);
  tick(3_499);
  assert.equal(counts.silent, 0);
  tick(1);
  assert.deepEqual(counts, { pings: 1, silent: 1 });
});

test('[CLIENT-22] an answer ends the wait, and the next question waits until a second after the last', () => {
  const { heartbeat, counts, tick } = startHeartbeat(60_000);
  heartbeat.expect();
  tick(100);
  heartbeat.received();
  for (let each = 0; each < 5; each++) heartbeat.expect();
  assert.equal(counts.pings, 1);
  tick(899);
  assert.equal(counts.pings, 1);
  tick(1);
  assert.equal(counts.pings, 2);
  heartbeat.received();
  tick(30_000);
  assert.deepEqual(counts, { pings: 2, silent: 0 });
});

test('[CLIENT-6] a heartbeat that was stopped asks nothing and gives nothing up, wherever it stood', () => {
  for (const state of ['waiting', 'asking', 'asking later']) {
    const { heartbeat, counts, tick } = startHeartbeat();
    if (state !== 'waiting') heartbeat.expect();
    if (state === 'asking later') {
      heartbeat.received();
      heartbeat.expect();
    }
    const { pings } = counts;
    heartbeat.stop();
    heartbeat.expect();
    tick(60_000);
    assert.deepEqual(counts, { pings, silent: 0 }, state);
    vi.useRealTimers();
  }
});
