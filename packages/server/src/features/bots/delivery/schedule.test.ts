import assert from 'node:assert/strict';
import { test } from 'vitest';
import { readRetryAfter, retryDelay } from './run-queue.ts';

const HOUR = 60 * 60 * 1000;
const DELAYS = [5_000, 300_000, 1_800_000, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR)];

test('[DELIV-5] nine retries, each up to a tenth later, and then none', () => {
  assert.deepEqual(
    DELAYS.map((_, index) => retryDelay(index + 1, undefined, 0)),
    DELAYS,
  );
  assert.deepEqual(
    DELAYS.map((_, index) => Math.round(retryDelay(index + 1, undefined, 1) ?? 0)),
    DELAYS.map((delay) => Math.round(delay * 1.1)),
  );
  assert.equal(retryDelay(10, undefined, 0), null);
  assert.equal(retryDelay(10, 60_000, 0), null, 'whatever the receiver says');
});

test('[DELIV-5] a receiver that asks for more time gets it, up to a day, and never less than the schedule', () => {
  assert.equal(retryDelay(1, 60_000, 0), 60_000);
  assert.equal(retryDelay(1, 4_999, 0), 5_000);
  assert.equal(retryDelay(1, 24 * HOUR, 0), 24 * HOUR);
  assert.equal(retryDelay(1, 24 * HOUR + 1, 0), 24 * HOUR);
  assert.equal(retryDelay(2, 1_000 * HOUR, 0), 24 * HOUR);
  assert.equal(retryDelay(9, 1_000 * HOUR, 1), 24 * HOUR * 1.1);
});

test('[DELIV-5] Retry-After is read as seconds or a date', () => {
  const now = Date.UTC(2026, 0, 1, 12);
  const cases: [string | undefined, number | undefined][] = [
    [undefined, undefined],
    ['120', 120_000],
    [' 7 ', 7_000],
    ['0', 0],
    ['999999999', 999_999_999_000],
    ['Thu, 01 Jan 2026 12:01:00 GMT', 60_000],
    ['Thu, 01 Jan 2026 11:00:00 GMT', 0],
    ['soon', undefined],
    ['', undefined],
  ];
  for (const [text, expected] of cases) assert.equal(readRetryAfter(text, now), expected, text);
});
