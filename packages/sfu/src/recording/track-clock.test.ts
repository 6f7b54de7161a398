import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createTrackClock } from './track-clock.ts';

const near = (value: number, expected: number) =>
  assert.ok(Math.abs(value - expected) < 0.000_1, `${value} is not ${expected}`);

test('[MEET-11] frames have the distances at which they were sent, over the turn of the timestamps', () => {
  const { secondsOf } = createTrackClock(90_000);
  near(secondsOf(2 ** 32 - 9_000, 5), 5);
  near(secondsOf(0, 5.3), 5.1);
  near(secondsOf(9_000, 5.31), 5.2);
});

test('[MEET-11] time never goes back, and a late frame does not move the clock', () => {
  const { secondsOf } = createTrackClock(48_000);
  near(secondsOf(48_000, 1), 1);
  near(secondsOf(96_000, 2), 2);
  near(secondsOf(72_000, 2.1), 2);
  near(secondsOf(144_000, 3), 3);
  near(secondsOf(0, 3), 3);
});

test('[MEET-11] a frame from before the first one, across the turn or not, does not move the clock', () => {
  for (const first of [48_000, 100]) {
    const { secondsOf } = createTrackClock(48_000);
    near(secondsOf(first, 1), 1);
    near(secondsOf((first - 24_000 + 2 ** 32) % 2 ** 32, 1.2), 1);
    near(secondsOf(first + 48_000, 2.1), 2);
  }
});

test('[MEET-11] more than 2 s away from its arrival a timestamp begins another clock', () => {
  const within = createTrackClock(1_000);
  within.secondsOf(0, 10);
  near(within.secondsOf(1_000, 13), 11);
  near(within.secondsOf(5_000, 13), 15);
  const beyond = createTrackClock(1_000);
  beyond.secondsOf(0, 10);
  near(beyond.secondsOf(1_000, 13.001), 13.001);
  near(beyond.secondsOf(1_500, 13.601), 13.501);
  near(beyond.secondsOf(90_000, 14), 14);
});
