import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import type { Pace } from './ticks-worker.ts';

test('[CLIP-1] where the page is busy a recording draws less often, and never catches up with many frames', async () => {
  let now = 0;
  let ticks = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const scope = { postMessage: () => void ticks++, onmessage: (_: { data: Pace | null }) => undefined };
  Object.assign(globalThis, { self: scope });
  const pass = (milliseconds: number) => {
    now += milliseconds;
    vi.advanceTimersByTime(milliseconds);
  };
  await import('./ticks-worker.ts');
  const workOff = (took: number) => {
    const before = ticks;
    pass(took);
    assert.equal(ticks, before, 'none comes before the one before is worked off');
    scope.onmessage({ data: null });
  };
  scope.onmessage({ data: { everyMs: 40, maxRestMs: 100 } });
  assert.equal(ticks, 1);
  // An idle page gets a tick every 40 ms.
  workOff(5);
  pass(34);
  assert.equal(ticks, 1);
  pass(1);
  assert.equal(ticks, 2);
  // If a frame takes 60 ms, the page gets a tick every 120 ms.
  workOff(60);
  pass(59);
  assert.equal(ticks, 2);
  pass(1);
  assert.equal(ticks, 3);
  // After stalling for 5 s, the page gets one tick after 100 ms.
  workOff(5_000);
  pass(99);
  assert.equal(ticks, 3);
  pass(1);
  assert.equal(ticks, 4);
});
