import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { until } from '@ringbinder/testkit/until.ts';
import { afterAll, test } from 'vitest';
import { tokenOf } from './client.ts';
import { databaseProcess, isAlive, removeDirectories, usedDirectory } from './directories.ts';
import { killServers, startRingbinder } from './ringbinder.ts';

afterAll(async () => {
  await killServers();
  await removeDirectories();
});

/** PostgreSQL alone checks its directory only once a minute. */
const MAX_STOP_MS = 15_000;

test('[STORE-22] a server whose data directory is deleted answers 503, and ends soon with one line', async () => {
  const server = await startRingbinder(await usedDirectory());
  const demo = await server.demo();
  const token = await tokenOf(demo);
  const database = (await databaseProcess(server.directory)) ?? Number.NaN;
  const statuses = new Set<number | string>();
  let hasEnded = false;
  const calling = (async () => {
    while (!hasEnded) {
      const call = fetch(`${demo.base_url}me/binders`, { headers: { authorization: `Bearer ${token}` } });
      statuses.add(await call.then(({ status }) => status).catch(() => 'no answer'));
    }
  })();
  rmSync(server.directory, { recursive: true, force: true, maxRetries: 5 });
  const begun = performance.now();
  assert.equal((await server.ended).code, 1);
  const ms = performance.now() - begun;
  hasEnded = true;
  await calling;
  assert.ok(ms < MAX_STOP_MS, `${Math.round(ms)} ms`);
  assert.deepEqual(
    [...statuses].filter((status) => ![200, 503, 'no answer'].includes(status)),
    [],
  );
  const [line, ...others] =
    server.output().split('Ctrl-C stops')[1]?.split('\n').slice(1).filter(Boolean) ?? [];
  assert.match(
    line ?? '',
    /^Ringbinder cannot continue: The directory \/.+\/postgres is gone, with the database in it\. /,
  );
  assert.deepEqual(others, []);
  await until('the database is gone', () => !isAlive(database));
});
