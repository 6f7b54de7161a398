import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { FastifyReply } from 'fastify';
import { test, vi } from 'vitest';
import { readConfig } from '../config/config.ts';
import { addressKey } from './address.ts';
import { createCallLimit } from './limits.ts';

test('[LIMIT-6] [LIMIT-2] [LIMIT-3] [LIMIT-4] [LIMIT-8] the limits are settings with the documented defaults', () => {
  const { maxBodyBytes, maxUploadBytes, callsPerMinute, tokenCallsPerMinute, failedTokenCallsPerMinute } =
    readConfig({});
  assert.equal(readConfig({}).linkCallsPerMinute, 12_000);
  assert.equal(readConfig({ LINK_CALLS_PER_MINUTE: '7' }).linkCallsPerMinute, 7);
  assert.deepEqual(
    [maxBodyBytes, maxUploadBytes, callsPerMinute, tokenCallsPerMinute, failedTokenCallsPerMinute],
    [1_048_576, 209_715_200, 1200, 600, 30],
  );
  const set = readConfig({
    MAX_BODY_BYTES: '2048',
    MAX_UPLOAD_BYTES: '4096',
    CALLS_PER_MINUTE: '5',
    TOKEN_CALLS_PER_MINUTE: '4',
    FAILED_TOKEN_CALLS_PER_MINUTE: '3',
    TRUST_PROXY: '2',
  });
  assert.deepEqual([set.maxBodyBytes, set.maxUploadBytes, set.callsPerMinute], [2048, 4096, 5]);
  assert.deepEqual([set.tokenCallsPerMinute, set.failedTokenCallsPerMinute, set.trustProxy], [4, 3, 2]);
  assert.deepEqual(
    ['true', 'false', undefined].map((text) => readConfig({ TRUST_PROXY: text }).trustProxy),
    [1, 0, 0],
  );
  for (const text of ['yes', '-1', '11', '1.5']) {
    assert.throws(() => readConfig({ TRUST_PROXY: text }), /^StartupError: TRUST_PROXY must be/);
  }
});

const nobody = { header: () => nobody } as unknown as FastifyReply;

test('[LIMIT-4] a minute later the count begins anew', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: 0 });
  const limit = createCallLimit('calls', 2);
  await limit.take('a', nobody);
  await limit.take('a', nobody);
  await assert.rejects(limit.take('a', nobody), /more than 2 calls a minute/);
  await assert.rejects(limit.check('a', nobody), { retryAfter: 60 });
  vi.advanceTimersByTime(59_000);
  await assert.rejects(limit.check('a', nobody), { retryAfter: 1 });
  vi.advanceTimersByTime(1_001);
  await limit.check('a', nobody);
  await limit.take('a', nobody);
  vi.useRealTimers();
});

test('[LIMIT-4] what is counted is bounded: the key that was used least recently is forgotten', async () => {
  const limit = createCallLimit('calls', 1, null, { maxKeys: 3 });
  for (const key of ['a', 'b', 'c', 'a', 'd']) await limit.take(key, nobody).catch(() => {});
  await assert.rejects(limit.check('a', nobody));
  await assert.rejects(limit.check('c', nobody));
  await limit.check('b', nobody);
});

test('[LIMIT-7] an IPv6 address counts as its /64, a mapped IPv4 address as itself', () => {
  for (const [address, key] of [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['nonsense', 'nonsense'],
    ['x'.repeat(500), 'x'.repeat(64)],
  ] as const) {
    assert.equal(addressKey(address), key);
  }
  const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(groups, groups, (one, other) => {
      const text = (parts: number[]) => parts.map((part) => part.toString(16)).join(':');
      const host = [...one.slice(0, 4), ...other.slice(4)];
      const isMapped =
        one.slice(0, 5).every((part) => part === 0) && [one, host].some((a) => a[5] === 0xffff);
      return isMapped || addressKey(text(one)) === addressKey(text(host));
    }),
  );
});
