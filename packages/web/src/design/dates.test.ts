import assert from 'node:assert/strict';
import { test } from 'vitest';
import { formatDeadline, formatDistance, isWholeDay, startOfDay } from './dates.ts';

const NOON = new Date(2026, 10, 22, 12).getTime();
const HOUR_MS = 3_600_000;

test('a distance is told in the largest unit that fits, and as a date when it is days', () => {
  assert.equal(formatDistance(NOON - 30_000, NOON), 'now');
  assert.equal(formatDistance(NOON - 5 * 60_000, NOON), '5 minutes ago');
  assert.equal(formatDistance(NOON + 2 * HOUR_MS, NOON), 'in 2 hours');
  assert.equal(formatDistance(NOON - 25 * HOUR_MS, NOON), 'yesterday');
  assert.equal(formatDistance(NOON - 20 * 24 * HOUR_MS, NOON), '2 Nov 2026');
});

test('each unit begins where the one below it ends', () => {
  const ago = (ms: number) => formatDistance(NOON - ms, NOON);
  const MINUTE_MS = 60_000;
  const DAY_MS = 24 * HOUR_MS;
  assert.deepEqual([ago(MINUTE_MS - 1), ago(MINUTE_MS)], ['now', '1 minute ago']);
  assert.deepEqual([ago(HOUR_MS - 1), ago(HOUR_MS)], ['59 minutes ago', '1 hour ago']);
  assert.deepEqual([ago(DAY_MS - 1), ago(DAY_MS)], ['23 hours ago', 'yesterday']);
  assert.deepEqual([ago(6 * DAY_MS - 1), ago(6 * DAY_MS)], ['5 days ago', '16 Nov 2026']);
});

test('a deadline is told by its day, and by the time of day unless the whole day is meant', () => {
  const end = new Date(2026, 10, 22, 23, 59).getTime();
  assert.equal(isWholeDay(end), true);
  assert.equal(formatDeadline(end, NOON), 'today');
  assert.equal(formatDeadline(NOON + 26 * HOUR_MS, NOON), 'tomorrow, 14:00');
  assert.equal(formatDeadline(new Date(2026, 11, 3, 9, 30).getTime(), NOON), '3 Dec, 09:30');
  assert.equal(formatDeadline(new Date(2027, 0, 3, 23, 59).getTime(), NOON), '3 Jan 2027');
  assert.equal(startOfDay(NOON), new Date(2026, 10, 22).getTime());
});
