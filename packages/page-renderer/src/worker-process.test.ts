import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { until } from '@ringbinder/testkit/until.ts';
import { afterAll, beforeAll, type TestContext, test } from 'vitest';
import { isRunning, untilGone, withEngine } from './testing/engine-watch.ts';
import { createUploadFolder, makePdf, makeSlowPdf, type UploadFolder } from './testing/fixtures.ts';

let uploads: UploadFolder;
let plain: string;
let slow: string;

beforeAll(async () => {
  uploads = await createUploadFolder();
  plain = await uploads.put(makePdf());
  slow = await uploads.put(makeSlowPdf());
});
afterAll(() => uploads.remove());

const box = { mimeType: 'application/pdf', index: 0, maxWidth: 300, maxHeight: 300, format: 'webp' } as const;

test('a worker sees none of the service’s environment', { skip: process.platform !== 'linux' }, async () => {
  process.env.RINGBINDER_TEST_SECRET = 'hunter2';
  try {
    await withEngine({}, async (engine, workers) => {
      await engine.render(plain, box);
      assert.ok(!(await readFile(`/proc/${workers[0]}/environ`, 'utf8')).includes('hunter2'));
    });
  } finally {
    delete process.env.RINGBINDER_TEST_SECRET;
  }
});

test('a worker ends itself when its service is killed', async (t) => {
  const { service, worker } = await serviceWithWorker(t, plain);
  service.kill('SIGKILL');
  await untilGone(worker);
});

test('a worker in an endless loop ends itself too', { skip: process.platform !== 'linux' }, async (t) => {
  const { service, worker } = await serviceWithWorker(t, slow);
  const atStart = await processorTicks(worker);
  // 0.6 s of work: it has loaded what it needs, in less than half of that, and is in the loop.
  await until('the worker computes', async () => (await processorTicks(worker)) >= atStart + 60);
  service.kill('SIGKILL');
  await untilGone(worker);
});

/** A process with an engine whose worker, ready a moment ago, has been told to draw the file's first page. */
async function serviceWithWorker(
  t: TestContext,
  path: string,
): Promise<{ service: ChildProcess; worker: number }> {
  const service = fork(new URL('./testing/service-to-kill.ts', import.meta.url), [path], { execArgv: [] });
  t.onTestFinished(() => void service.kill('SIGKILL')); // also when the test fails: a child would keep this file from ending
  const [worker] = await once(service, 'message');
  assert.ok(isRunning(worker));
  return { service, worker };
}

/** Hundredths of a second that a process has spent computing (Linux). */
async function processorTicks(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')')).split(' ')[12]);
}

test('a worker leaves its compiled code to the next', async () => {
  const cacheFolder = `${plain}-cache`;
  for (let round = 0; round < 2; round++) {
    await withEngine({ cacheFolder }, async (engine) => {
      assert.equal((await engine.render(plain, box)).mimeType, 'image/webp');
      const isKept = async () => (await readdir(cacheFolder, { recursive: true })).length >= 50;
      await until('the code is kept', isKept);
    });
  }
});
