import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { mock, test } from 'node:test';
import { limitTurns } from './overload.ts';

test('[STORE-23] a turn takes calls for a tenth of a second, the next one does so again, and probes are always taken', async () => {
  let now = 0;
  const clock = mock.method(performance, 'now', () => now);
  try {
    const taken: string[] = [];
    const refused: string[] = [];
    const guard = limitTurns(
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
    const fast = limitTurns(
      () => void taken.push('fast'),
      () => void refused.push('fast'),
    );
    for (let count = 0; count < 5_000; count++) fast({ url: '/' } as IncomingMessage, {} as never);
    assert.equal(refused.length, 300);
  } finally {
    clock.mock.restore();
  }
});
