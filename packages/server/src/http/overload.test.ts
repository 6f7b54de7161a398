import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { mock, test } from 'node:test';
import { currentClass } from '../call-class.ts';
import { createRefusalPacer, limitCalls } from './overload.ts';
import { createTurnBudget } from './turn-budget.ts';

const incoming = (method: string, url: string, remoteAddress = '192.0.2.1') =>
  ({ method, url, headers: {}, socket: { remoteAddress } }) as unknown as IncomingMessage;

/** A guard before calls that each take a millisecond, or none, of a clock that stands still. */
function makeGuard(clock: { now: number }, ms = 1) {
  const taken: string[] = [];
  const refused: string[] = [];
  const guard = limitCalls(
    ({ url = '' }) => {
      taken.push(`${url} as ${currentClass()}`);
      clock.now += ms;
    },
    { refuse: ({ url = '' }) => void refused.push(url), budget: createTurnBudget(), hops: 0 },
  );
  const call = (method: string, url: string, address?: string) =>
    guard(incoming(method, url, address), {} as never);
  return { taken, refused, call };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('[STORE-23] a turn takes calls for a twentieth of a second, the next one does so again, and probes are always taken', async () => {
  const time = { now: 0 };
  const clock = mock.method(performance, 'now', () => time.now);
  try {
    const { taken, refused, call } = makeGuard(time);
    for (let count = 0; count < 500; count++) call('GET', '/v1/me');
    // 200 are no overload, however long they take.
    assert.deepEqual([taken.length, refused.length], [200, 300]);
    for (const path of ['/healthz', '/readyz', '/metrics', '/readyz?verbose']) call('GET', path);
    assert.equal(taken.length, 204);
    await nextTurn();
    call('GET', '/v1/me');
    assert.deepEqual([taken.length, refused.length], [205, 300]);
    // Many that are quick are no overload either.
    await nextTurn();
    const fast = makeGuard(time, 0);
    for (let count = 0; count < 5_000; count++) fast.call('GET', '/');
    assert.equal(fast.refused.length, 0);
  } finally {
    clock.mock.restore();
  }
});

test('[LOAD-1] [LOAD-2] in a turn that is full, calls of other classes are taken, and of the same class from other addresses, some of each', async () => {
  const time = { now: 0 };
  const clock = mock.method(performance, 'now', () => time.now);
  try {
    const { taken, refused, call } = makeGuard(time);
    for (let count = 0; count < 500; count++) call('POST', '/v1/B1/messages');
    assert.equal(refused.length, 300);
    taken.length = 0;
    const others = [
      ['GET', '/v1/B1/messages?limit=5', 'reading'],
      ['POST', '/v1/oauth/token', 'tokens'],
      ['POST', '/sign-in', 'sign_in'],
      ['POST', '/v1/B1/pageupload', 'uploads'],
      ['GET', '/v1/B1/archive', 'exports'],
      ['GET', '/v1/me/data', 'exports'],
      ['GET', '/v1/B1/search?q=x', 'search'],
    ] as const;
    for (const [method, url] of others) call(method, url);
    assert.deepEqual(
      taken,
      others.map(([, url, callClass]) => `${url} as ${callClass}`),
    );
    // From one other address two, and from all of them together fifty.
    taken.length = 0;
    for (let address = 0; address < 100; address++)
      for (let count = 0; count < 3; count++) call('POST', '/v1/B1/messages', `198.51.100.${address}`);
    assert.equal(taken.length, 50);
    // A second flood has its share, and no more.
    taken.length = 0;
    for (let count = 0; count < 500; count++) call('GET', '/v1/me');
    assert.equal(taken.length, 19, 'one was taken above');
    await nextTurn();
  } finally {
    clock.mock.restore();
  }
});

test('[STORE-16] refusals go out in order, 40 in 20 ms, none later than a second, and at once when too many wait', () => {
  let now = 0;
  const clock = mock.method(performance, 'now', () => now);
  mock.timers.enable({ apis: ['setInterval'] });
  const tick = () => {
    now += 20;
    mock.timers.tick(20);
  };
  try {
    const pace = createRefusalPacer();
    const sent: number[] = [];
    const refuse = (count: number) => {
      for (let call = 0; call < count; call++) pace(() => void sent.push(call));
    };
    refuse(100);
    assert.equal(sent.length, 0);
    const after = [tick, tick, tick].map((pass) => {
      pass();
      return sent.length;
    });
    assert.deepEqual(after, [40, 80, 100]);
    assert.deepEqual(sent.slice(0, 40), [...Array(40).keys()]);
    sent.length = 0;
    refuse(5_000);
    for (let passed = 0; passed < 1_000; passed += 20) tick();
    assert.equal(sent.length, 5_000);
    sent.length = 0;
    refuse(10_001);
    assert.deepEqual(sent, [10_000]);
  } finally {
    clock.mock.restore();
    mock.timers.reset();
  }
});
