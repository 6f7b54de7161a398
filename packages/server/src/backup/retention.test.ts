import assert from 'node:assert/strict';
import { test } from 'vitest';
import { retainedBackups } from './retention.ts';

const backup = (began_at: string) => ({ began_at });

test('[BACKUP-10] the latest backup of each of the last days and weeks is retained, and of days without one none is missed', () => {
  const times = Array.from({ length: 60 }, (_, day) => new Date(Date.UTC(2026, 8, 1 + day, 2)).toISOString());
  const manifests = [...times, '2026-10-30T11:00:00.000Z', '2026-11-09T02:00:00.000Z'].map(backup);
  const { daily, weekly } = retainedBackups(manifests, { daily: 3, weekly: 3 });
  assert.deepEqual(
    daily.map((each) => each.began_at),
    ['2026-10-29T02:00:00.000Z', '2026-10-30T11:00:00.000Z', '2026-11-09T02:00:00.000Z'],
  );
  assert.deepEqual(
    weekly.map((each) => each.began_at),
    // Sundays are the last days of weeks.
    ['2026-10-25T02:00:00.000Z', '2026-10-30T11:00:00.000Z', '2026-11-09T02:00:00.000Z'],
  );
});

test('[BACKUP-10] the newest backup is always retained', () => {
  const manifests = [backup('2026-11-01T02:00:00.000Z'), backup('2026-11-01T03:00:00.000Z')];
  assert.deepEqual(retainedBackups(manifests, { daily: 1, weekly: 0 }), {
    daily: [manifests[1]],
    weekly: [],
  });
});
