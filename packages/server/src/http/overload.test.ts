import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { mock, test } from 'node:test';
import { createRefusalPacer, limitCallsPerTurn } from './overload.ts';

test('[STORE-23] a turn takes calls for a twentieth of a second, the next one does so again, and probes are always taken', async () => {
  let now = 0;
  const clock = mock.method(performance, 'now', () => now);
  try {
    const taken: string[] = [];
    const refused: string[] = [];
    const guard = limitCallsPerTurn(
      ({ url = '' }) => {
        taken.push(url);
        now += 1;
      },
      ({ url = '' }) => void refused.push(url),
    );
    const call = (url: string) => guard({ url } as IncomingMessage, {} as ServerResponse<IncomingMessage>);
    for (let count = 0; count < 500; count++) call('/v1/me');
    // 200 are no overload, however long they take.
    assert.deepEqual([taken.length, refused.length], [200, 300]);
    for (const path of ['/healthz', '/readyz', '/metrics', '/readyz?verbose']) call(path);
    assert.deepEqual(taken.slice(200), ['/healthz', '/readyz', '/metrics', '/readyz?verbose']);
    await new Promise((resolve) => setImmediate(resolve));
    call('/v1/me');
    assert.deepEqual([taken.length, refused.length], [205, 300]);
    // Many that are quick are no overload either.
    await new Promise((resolve) => setImmediate(resolve));
    const fast = limitCallsPerTurn(
      () => void taken.push('fast'),
      () => void refused.push('fast'),
    );
    for (let count = 0; count < 5_000; count++) fast({ url: '/' } as IncomingMessage, {} as never);
    assert.equal(refused.length, 300);
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
