import { readFile } from 'node:fs/promises';
import { until } from '@ringbinder/testkit/until.ts';
import { test } from 'vitest';
import { untilExited } from './testing/engine-watch.ts';
import { createUploadFolder, makeSlowPdf } from './testing/fixtures.ts';
import { serviceWithWorker } from './testing/killed-service.ts';

test('a worker in an endless loop ends itself too', { skip: process.platform !== 'linux' }, async (t) => {
  const uploads = await createUploadFolder();
  t.onTestFinished(() => uploads.remove());
  const { service, worker } = await serviceWithWorker(t, await uploads.put(makeSlowPdf()));
  const atStart = await processorTicks(worker);
  // After 0.6 s of CPU time, the worker is computing, even if loading took half of the time.
  await until('the worker computes', async () => (await processorTicks(worker)) >= atStart + 60);
  service.kill('SIGKILL');
  await untilExited(worker);
});

async function processorTicks(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')')).split(' ')[12]);
}
