import assert from 'node:assert/strict';
import { createZoneClock } from '@ringbinder/protocol/zone-clock.ts';
import { test } from 'vitest';

const DAY_MS = 86_400_000;

test('[APP-15] the clock of a time zone shows its date and time of day', () => {
  const at = Date.UTC(2026, 10, 22, 22, 30, 15);
  const toLocal = (zone: string) => createZoneClock(zone).toLocal(at).toISOString();
  assert.equal(toLocal('Europe/Berlin'), '2026-11-22T23:30:15.000Z');
  assert.equal(toLocal('Asia/Kathmandu'), '2026-11-23T04:15:15.000Z');
  assert.equal(toLocal('America/New_York'), '2026-11-22T17:30:15.000Z');
  assert.equal(toLocal('UTC'), '2026-11-22T22:30:15.000Z');
});

test('[APP-15] what a clock shows is found again, where the clock is changed, too', () => {
  for (const zone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC']) {
    const clock = createZoneClock(zone);
    const offset = (at: number) => clock.toLocal(at).getTime() - at;
    const isChangeNear = (at: number) => offset(at - 2 * DAY_MS) !== offset(at + 2 * DAY_MS);
    for (
      let at = Date.UTC(2026, 0, 1);
      at < Date.UTC(2027, 0, 1);
      at += isChangeNear(at) ? 1_800_000 : DAY_MS
    ) {
      const toLocal = clock.toLocal(at).getTime();
      const again = clock.fromLocal(toLocal);
      assert.equal(clock.toLocal(again).getTime(), toLocal, `${zone} ${new Date(at).toISOString()}`);
      assert.ok(
        again === at || (again < at && at - again <= 3_600_000),
        `${zone} ${new Date(at).toISOString()}`,
      );
    }
  }
  const berlin = createZoneClock('Europe/Berlin');
  const skipped = berlin.fromLocal(Date.UTC(2026, 2, 29, 2, 30));
  assert.equal(berlin.toLocal(skipped).toISOString(), '2026-03-29T03:30:00.000Z');
});
