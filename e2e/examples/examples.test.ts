import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { startReceiver, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { administer } from './administration.ts';
import { automate } from './bots.ts';
import { collaborate } from './collaboration.ts';
import { createRecorder } from './recorder.ts';

/** `UPDATE_EXAMPLES=1 npm test -- e2e/examples` writes this file. */
const FILE = new URL('../../packages/server/src/features/docs/examples.json', import.meta.url);

let service: TestService;
beforeAll(async () => {
  service = await startService({ botLog: true });
});
afterAll(() => service.close());

test('[OPS-13] the examples of the reference are what a service takes and answers now, one for each operation', async () => {
  const recorder = await createRecorder(service);
  const receiver = await startReceiver();
  try {
    const admin = await administer(service, recorder);
    await collaborate(service, recorder, admin);
    await automate(service, recorder, admin, receiver.url);
  } finally {
    await receiver.close();
  }
  assert.deepEqual(recorder.missing(), [], 'every operation has an example');
  const text = `${JSON.stringify(recorder.examples(), null, 2)}\n`;
  if (process.env.UPDATE_EXAMPLES) writeFileSync(FILE, text);
  assert.deepEqual(JSON.parse(readFileSync(FILE, 'utf8')), recorder.examples());
});
