import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { until } from '@ringbinder/testkit/until.ts';
import { afterAll, beforeAll, test } from 'vitest';
import { untilExited, withEngine } from './testing/engine-watch.ts';
import { createUploadFolder, makePdf, type UploadFolder } from './testing/fixtures.ts';
import { serviceWithWorker } from './testing/killed-service.ts';

let uploads: UploadFolder;
let plain: string;

beforeAll(async () => {
  uploads = await createUploadFolder();
  plain = await uploads.put(makePdf());
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
  await untilExited(worker);
});

test('a worker leaves its compiled code to the next', async () => {
  const cacheFolder = `${plain}-cache`;
  for (let round = 0; round < 2; round++) {
    await withEngine({ cacheFolder }, async (engine) => {
      assert.equal((await engine.render(plain, box)).mimeType, 'image/webp');
      const isCached = async () => (await readdir(cacheFolder, { recursive: true })).length >= 50;
      await until('the code is kept', isCached);
    });
  }
});
