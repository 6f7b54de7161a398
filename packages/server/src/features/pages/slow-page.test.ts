import assert from 'node:assert/strict';
import { makePdf, makeSlowPdf } from '@ringbinder/page-renderer/testing';
import { type Cast, startService, type TestService, until } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { uploaded } from './testing/upload.ts';

let service: TestService;
let cast: Cast;
beforeAll(async () => {
  service = await startService({ media: { timeoutMs: 3000 } });
  cast = await service.make.cast();
});
afterAll(() => service.close());

test('[FILE-21] a page that takes too long to draw is 503, and the service answers all the while', async () => {
  // On a busy machine, the inspection may also exceed the job's time limit.
  const { pages } = await until('it is taken', () =>
    uploaded(service, cast, makeSlowPdf(), 'slow.pdf').catch(() => null),
  );
  let isDone = false;
  const slow = fetch(service.origin + pages[0].thumbnail_uri).finally(() => {
    isDone = true;
  });
  let slowest = 0;
  let calls = 0;
  while (!isDone) {
    const started = performance.now();
    assert.equal(
      (await service.call('GET', `/${cast.binderId}/pages`, { token: cast.viewer.token })).status,
      200,
    );
    slowest = Math.max(slowest, performance.now() - started);
    calls++;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const response = await slow;
  assert.equal(response.status, 503);
  assert.ok(Number(response.headers.get('retry-after')) >= 1);
  assert.match(((await response.json()) as { message: string }).message, /takes too long/);
  assert.ok(calls > 10 && slowest < 2_500, `${calls} calls, the slowest ${slowest} ms`);
  const next = await uploaded(service, cast, makePdf());
  // A new worker draws this page. On a busy machine, the worker's start alone may exceed the job's time limit.
  await until('the next page is drawn', async () => {
    const { status } = await fetch(service.origin + next.pages[0].thumbnail_uri);
    return status === 200;
  });
});
