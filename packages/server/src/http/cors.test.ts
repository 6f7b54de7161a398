import assert from 'node:assert/strict';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { test } from 'vitest';

const ORIGIN = { origin: 'https://app.example' };

function assertOpen(headers: Headers): void {
  assert.equal(headers.get('access-control-allow-origin'), '*');
  assert.equal(headers.get('access-control-allow-credentials'), null);
}

test('[HTTP-26] OPTIONS that is no preflight is answered too', async () => {
  const answer = await service.call('OPTIONS', '/me');
  assert.equal(answer.status, 204);
  assertOpen(answer.headers);
});

test('[HTTP-26] what is for operators is not open to pages of other origins', async () => {
  for (const path of ['/metrics', '/readyz', '/healthz', '/readyz?x=1'])
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await fetch(`${service.origin}${path}`, {
        method,
        headers: { ...ORIGIN, 'access-control-request-method': 'GET' },
      });
      const open = [...headers.keys()].filter((name) => name.startsWith('access-control-'));
      assert.deepEqual(open, [], `${method} ${path}`);
    }
});
