import assert from 'node:assert/strict';
import { afterAll, test } from 'vitest';
import { read, tokenOf } from './client.ts';
import { databaseProcess, removeDirectories, usedDirectory } from './directories.ts';
import { killServers, runRingbinder, startRingbinder } from './ringbinder.ts';

afterAll(async () => {
  await killServers();
  await removeDirectories();
});

test('[RUN-8] [STORE-5] a second start on a data directory in use is told so in one line, and the first goes on', async () => {
  const first = await startRingbinder(await usedDirectory());
  const demo = await first.demo();
  const token = await tokenOf(demo);
  const database = await databaseProcess(first.directory);
  const ending = await runRingbinder(first.directory);
  assert.equal(ending.code, 1);
  assert.match(ending.output, /^Ringbinder cannot start: .+\n$/);
  assert.match(
    ending.output,
    new RegExp(`${first.directory}/postgres is in use by process ${first.pid}\\. .* DATA_DIR`),
  );
  assert.equal(await databaseProcess(first.directory), database);
  assert.equal((await read(demo.base_url, token, 'me/binders')).binders.length, 2);
  assert.deepEqual(await first.stop(), { code: 0, signal: null });
});
