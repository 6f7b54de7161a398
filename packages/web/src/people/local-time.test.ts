import assert from 'node:assert/strict';
import { createZoneClock } from '@ringbinder/protocol/zone-clock.ts';
import { test } from 'vitest';
import { clockOf, endOf, isWorking } from './local-time.ts';

const at = (time: string) => Date.parse(time);
const tokyo = createZoneClock('Asia/Tokyo');

test('[APP-28] working hours are those of the person’s zone, also across midnight', () => {
  const day = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:30' };
  const night = { days: [5], from: '22:00', to: '06:00' };
  for (const [hours, time, expected] of [
    [day, '2026-11-27T00:00:00Z', true], // Friday, 09:00 in Tokyo
    [day, '2026-11-26T23:59:00Z', false],
    [day, '2026-11-27T08:30:00Z', false],
    [day, '2026-11-28T01:00:00Z', false], // Saturday
    [night, '2026-11-27T13:00:00Z', true], // Friday, 22:00
    [night, '2026-11-27T20:59:00Z', true], // Saturday, 05:59
    [night, '2026-11-27T21:00:00Z', false],
    [night, '2026-11-26T20:00:00Z', false], // Friday, 05:00
  ] as const)
    assert.equal(isWorking({ ...hours, days: [...hours.days] }, tokyo, at(time)), expected, time);
});

test('[APP-28] an unknown or missing zone has no clock', () => {
  assert.equal(clockOf(''), undefined);
  assert.equal(clockOf('Mars/Base'), undefined);
  assert.equal(clockOf('Asia/Tokyo')?.toLocal(at('2026-11-27T00:00:00Z')).getUTCHours(), 9);
});

test('[APP-29] a status for today or this week ends at the next midnight, or after Sunday', () => {
  for (const time of ['2026-11-23T12:00:00Z', '2026-11-27T12:00:00Z', '2026-11-29T12:00:00Z']) {
    const [today, week] = [endOf('today', at(time)), endOf('week', at(time))];
    assert.ok(today > at(time) && today - at(time) <= 86_400_000 * 1.5, time);
    assert.ok(week >= today && week - at(time) <= 86_400_000 * 7.5, time);
  }
  assert.equal(endOf('week', at('2026-11-29T12:00:00Z')), endOf('today', at('2026-11-29T12:00:00Z')));
});
