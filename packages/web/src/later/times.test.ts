import assert from 'node:assert/strict';
import { test } from 'vitest';
import { toLocal } from '../design/zone.ts';
import { reminderTimesFrom, timeOf } from './times.ts';

const at = (text: string) => {
  const local = new Date(text);
  return local.getTime();
};
const read = (time: number) => toLocal(time).toISOString().slice(0, 16);

test('[APP-28] tomorrow and next Monday begin at nine', () => {
  const friday = at('2026-11-27T23:50:00');
  assert.equal(read(timeOf('tomorrow', friday)), '2026-11-28T09:00');
  assert.equal(read(timeOf('monday', friday)), '2026-11-30T09:00');
  const monday = at('2026-11-30T08:00:00');
  assert.equal(read(timeOf('monday', monday)), '2026-12-07T09:00');
  const sunday = at('2026-11-29T00:00:00');
  assert.equal(read(timeOf('monday', sunday)), '2026-11-30T09:00');
  assert.deepEqual(reminderTimesFrom(monday), ['soon', 'hour', 'hours', 'tomorrow', 'monday']);
  assert.deepEqual(reminderTimesFrom(sunday), ['soon', 'hour', 'hours', 'tomorrow']);
});

test('[APP-28] the others are distances', () => {
  const now = at('2026-11-27T12:00:00');
  assert.deepEqual(
    (['soon', 'hour', 'hours'] as const).map((name) => timeOf(name, now) - now),
    [20 * 60_000, 3_600_000, 3 * 3_600_000],
  );
});
