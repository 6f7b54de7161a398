import assert from 'node:assert/strict';
import { fastify } from 'fastify';
import { test, vi } from 'vitest';
import { type Dependency, serveHealth } from './health.ts';
import type { App } from './types.ts';

async function ask(path: string, dependencies: Dependency[]) {
  const app = fastify() as unknown as App;
  serveHealth(app, dependencies);
  const { statusCode, headers, json } = await app.inject(path);
  return { status: statusCode, retryAfter: headers['retry-after'], body: json() };
}

const there = { name: 'there', check: async () => {} };
const away = { name: 'away', check: () => Promise.reject(new Error('no')) };

test('[OPS-1] /healthz is 200 while the process runs, whatever is away', async () => {
  const { status, body } = await ask('/healthz', [away]);
  assert.deepEqual([status, body], [200, { status: 'ok' }]);
});

test('[OPS-2] /readyz is 200 when all is there, else 503 with what is missing', async () => {
  assert.deepEqual(await ask('/readyz', [there]), {
    status: 200,
    retryAfter: undefined,
    body: { status: 'ok', checks: { there: 'ok' } },
  });
  assert.deepEqual(await ask('/readyz', [there, away]), {
    status: 503,
    retryAfter: '1',
    body: { status: 'unavailable', checks: { there: 'ok', away: 'unavailable' } },
  });
  assert.deepEqual(await ask('/readyz', [there, { ...away, isOptional: true }]), {
    status: 200,
    retryAfter: undefined,
    body: { status: 'ok', checks: { there: 'ok', away: 'unavailable' } },
  });
});

test('[OPS-2] what does not answer within a second counts as away', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const requested = Promise.withResolvers<void>();
  const hanging = {
    name: 'hanging',
    check() {
      requested.resolve();
      return new Promise<void>(() => {});
    },
  };
  const answer = ask('/readyz', [hanging]);
  await requested.promise;
  vi.advanceTimersByTime(900);
  const { status, body } = await answer;
  assert.deepEqual([status, body.checks], [503, { hanging: 'unavailable' }]);
});
