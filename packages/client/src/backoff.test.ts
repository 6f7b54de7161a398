import assert from 'node:assert/strict';
import { test } from 'vitest';
import { backoffMs } from './backoff.ts';

test('[CLIENT-7] attempts come later and later, up to half a minute, and not all at once', () => {
  const longest = Array.from({ length: 12 }, (_, failures) => backoffMs(failures, () => 1));
  assert.deepEqual(
    longest,
    [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000, 30_000, 30_000, 30_000],
  );
  assert.equal(
    backoffMs(1_000, () => 1),
    30_000,
  );
  assert.equal(
    backoffMs(3, () => 0.25),
    1_000,
  );
  assert.equal(
    backoffMs(3, () => 0),
    0,
  );
});
