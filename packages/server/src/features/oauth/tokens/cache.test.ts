import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import type { Actor } from '../../../access/index.ts';
import type { Revoked } from '../../../storage/revocations.ts';
import { createTokenCache } from './cache.ts';

const actor = { userId: 'U1' } as Actor;

function startCache() {
  let now = 1_000_000;
  let isCurrent = true;
  let notify: (revoked: Revoked) => void = () => undefined;
  const cache = createTokenCache(() => now, {
    subscribe(listener) {
      notify = listener;
    },
    isCurrent: () => isCurrent,
  });
  return {
    cache,
    revoke: (revoked: Revoked) => notify(revoked),
    pass(ms: number) {
      now += ms;
    },
    lose() {
      isCurrent = false;
    },
  };
}

test('a token is known until it expires, and not at that moment any more', () => {
  const { cache, pass } = startCache();
  cache.put('h', actor, 1_000_500, cache.epoch());
  assert.equal(cache.get('h'), actor);
  pass(499);
  assert.equal(cache.get('h'), actor);
  pass(1);
  assert.equal(cache.get('h'), undefined);
  assert.equal(cache.expiresAt('h'), 1_000_500, 'when it ended is known still');
  assert.equal(cache.get('other'), undefined);
});

test('a look-up that began before a revocation is not kept after it', () => {
  for (const revoked of [{ token: 'other' }, { binderId: 'B', userId: 'U' }, 'any'] as const) {
    const { cache, revoke } = startCache();
    const before = cache.epoch();
    revoke(revoked);
    cache.put('h', actor, 2_000_000, before);
    assert.equal(cache.get('h'), undefined, JSON.stringify(revoked));
    cache.put('h', actor, 2_000_000, cache.epoch());
    assert.equal(cache.get('h'), actor);
  }
});

test('a revoked token is forgotten, and all are when it may be any', () => {
  const { cache, revoke } = startCache();
  for (const hash of ['a', 'b', 'c']) cache.put(hash, actor, 2_000_000, cache.epoch());
  const cachedHashes = () => ['a', 'b', 'c'].filter((hash) => cache.get(hash)).join('');
  revoke({ token: 'a' });
  assert.equal(cachedHashes(), 'bc');
  revoke({ binderId: 'B', userId: 'U1' });
  assert.equal(cachedHashes(), 'bc', 'a membership says nothing of the token');
  cache.discard('b');
  assert.equal(cachedHashes(), 'c');
  revoke('any');
  assert.equal(cachedHashes(), '');
});

test('after 10 s, or when revocations may have been missed, the database is asked', () => {
  let at = 5_000;
  vi.spyOn(performance, 'now').mockImplementation(() => at);
  const { cache, lose } = startCache();
  cache.put('h', actor, 2_000_000, cache.epoch());
  at += 9_999;
  assert.equal(cache.get('h'), actor);
  at += 1;
  assert.equal(cache.get('h'), undefined);
  cache.put('h', actor, 2_000_000, cache.epoch());
  assert.equal(cache.get('h'), actor);
  lose();
  assert.equal(cache.get('h'), undefined);
  assert.equal(cache.wasValid('h'), true);
});
