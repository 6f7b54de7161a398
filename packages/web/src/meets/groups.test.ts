import assert from 'node:assert/strict';
import type { Meet } from '@ringbinder/protocol';
import { test } from 'vitest';
import { groupMeets, proposeTimes } from './groups.ts';

const meet = (id: number, status: Meet['status'], start_time: number, started_time?: string) =>
  ({ id, status, start_time, ...(started_time && { started_time }) }) as Meet;

test('meets stand by where they are: what runs and what comes in order, what is over the last first', () => {
  const all = [
    meet(1, 'SESSION_ENDED', 1_000),
    meet(2, 'SESSION_SCHEDULED', 9_000),
    meet(3, 'SESSION_STARTED', 3_000),
    meet(4, 'SESSION_SCHEDULED', 5_000),
    meet(5, 'SESSION_ENDED', 500, '1970-01-01T00:00:02.000Z'),
  ];
  const ids = Object.values(groupMeets(all)).map((group) => group.map(({ id }) => id));
  assert.deepEqual(ids, [[3], [4, 2], [5, 1]]);
});

test('a meet is proposed for the next half hour that is not about to begin', () => {
  const at = (time: string) => Date.parse(`2027-01-05T${time}Z`);
  assert.deepEqual(proposeTimes(at('10:03')), { start: at('10:30'), end: at('11:00') });
  assert.deepEqual(proposeTimes(at('10:27')), { start: at('11:00'), end: at('11:30') });
});
