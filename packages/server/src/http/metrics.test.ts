import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import { createMetrics, singleFlight } from './metrics.ts';

test('[OPS-3] a scrape omits a figure that fails or takes longer than two seconds, and has the others', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const metrics = createMetrics();
  const asked = Promise.withResolvers<void>();
  metrics.gauge('there', 'A figure.', [], () => [{ labels: {}, value: 7 }]);
  metrics.gauge('broken', 'A figure.', [], () => Promise.reject(new Error('no')));
  metrics.gauge('late', 'A figure.', [], () => {
    asked.resolve();
    return new Promise(() => {});
  });
  const scrape = metrics.registry.metrics();
  await asked.promise;
  vi.advanceTimersByTime(2_000);
  const text = await scrape;
  assert.match(text, /^there 7$/m);
  assert.doesNotMatch(text, /^(broken|late) /m);
});

test('[OPS-3] the figures of a scrape share one read, and the next scrape reads again', async () => {
  let reads = 0;
  const read = singleFlight(async () => ++reads);
  assert.deepEqual(await Promise.all([read(), read()]), [1, 1]);
  assert.equal(await read(), 2);
});
