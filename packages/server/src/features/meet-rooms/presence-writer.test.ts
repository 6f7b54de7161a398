import assert from 'node:assert/strict';
import { expect, test } from 'vitest';
import { PresenceWriter } from './presence-writer.ts';

function openWriter(
  expected: readonly string[],
  { graceMs = 60_000, failures = 0 }: { graceMs?: number; failures?: number } = {},
) {
  const written: string[] = [];
  const errors: string[] = [];
  let left = failures;
  const writer = new PresenceWriter({
    expected,
    graceMs,
    async write(userIds) {
      if (left-- > 0) throw new Error('the connection is closed');
      written.push(userIds.join(' '));
    },
    failed: (error) => errors.push(error),
    signal: new AbortController().signal,
  });
  return { writer, written, errors };
}

test('[MEET-49] a failed write of who is in a meet is repeated with the newest list', async () => {
  const { writer, written, errors } = openWriter([], { failures: 1 });
  writer.set(['ann']);
  await expect.poll(() => errors.length).toBe(1);
  writer.set(['ann', 'ben']);
  await expect.poll(() => written, { timeout: 10_000 }).toEqual(['ann ben']);
  assert.deepEqual(errors, ['Error: the connection is closed']);
});

test('[MEET-49] members of the previous process count as present until they return, leave, or the time is over', async () => {
  const { writer, written } = openWriter(['ann', 'ben', 'vera'], { graceMs: 200 });
  writer.set(['ann']);
  writer.set(['ann', 'ben']);
  writer.set(['ann']);
  await expect.poll(() => written.at(-1)).toBe('ann');
  assert.deepEqual(written, ['ann ben vera', 'ann vera', 'ann']);
});
