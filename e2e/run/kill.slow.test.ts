import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@ringbinder/embedded-postgres';
import { makeImage } from '@ringbinder/page-renderer/testing';
import { findOrphanBlobs, removeUnused } from '@ringbinder/server/features/files/blobs.ts';
import { openLocalFileStore } from '@ringbinder/server/storage/files/index.ts';
import { openDatabase } from '@ringbinder/server/storage/pool.ts';
import { until } from '@ringbinder/testkit/until.ts';
import { afterAll, test } from 'vitest';
import { assertNothingLost } from './assert-nothing-lost.ts';
import { read } from './client.ts';
import { databaseProcess, removeDirectories } from './directories.ts';
import { postMessages } from './posting.ts';
import { killServers, startRingbinder } from './ringbinder.ts';
import { startTarget, unlimited } from './start-target.ts';
import { type Picture, uploadHalf, uploadPictures } from './uploading.ts';

afterAll(async () => {
  await killServers();
  await removeDirectories();
});

const CLIENTS = 32;

test('[STORE-2] [STORE-3] [ERR-16] [IDEM-5] kill -9 of the database amid 32 posting clients: 503 with Retry-After until it is back, nothing lost or repeated', async () => {
  const { server, target } = await startTarget();
  const { tally, done } = await postMessages(target, CLIENTS, ({ acknowledged }) => acknowledged.size >= 640);
  for (const count of [200, 420]) {
    await until(`${count} messages`, () => tally.acknowledged.size >= count);
    const database = await databaseProcess(server.directory);
    assert.ok(database);
    process.kill(database, 'SIGKILL');
    await until('another database runs', async () => {
      const pid = await databaseProcess(server.directory);
      return pid !== undefined && pid !== database;
    });
  }
  await done;
  assert.equal(tally.unanswered, 0);
  assert.deepEqual([...tally.refusals.keys()], ['503 2']);
  await assertNothingLost(target, tally);
  assert.equal(server.process.exitCode, null);
  assert.deepEqual(await server.stop(), { code: 0, signal: null });
});

test('[STORE-13] kill -9 amid uploads: no page without its bytes, no upload twice, and the sweep leaves nothing over', async () => {
  const [half, ...pictures] = await Promise.all(Array.from({ length: 25 }, makePicture));
  assert.ok(half);
  let { server, target } = await startTarget();
  const { directory } = server;
  const store = join(directory, 'files/production');
  const { acknowledged, done } = uploadPictures(target, 8, pictures);
  for (const count of [6, 14]) {
    await uploadHalf(target, half);
    const arriving = () => readdirSync(join(store, 'arriving')).length;
    await until(`${count} uploads, others under way`, () => acknowledged.size >= count && arriving() > 0);
    await server.kill();
    server = await startRingbinder(directory, unlimited);
    target.base = (await server.demo()).base_url;
  }
  await done;
  assert.ok(readdirSync(join(store, 'arriving')).length > 0, 'the halves are there');

  const { pages } = await read(target.base, target.token, `${target.binder}/pages`);
  const byName = (one: string[], other: string[]) => (String(one) < String(other) ? -1 : 1);
  assert.deepEqual(
    pages.map((page: Record<string, string>) => [page.original_file_name, page.file_id]).sort(byName),
    [...acknowledged].sort(byName),
  );
  for (const { id, original_file_name } of pages) {
    const path = `${target.base}${target.binder}/pagedownload/${id}?raw=true`;
    const response = await fetch(path, { headers: { authorization: `Bearer ${target.token}` } });
    const bytes = Buffer.from(await response.arrayBuffer());
    assert.ok(pictures.find(({ name }) => name === original_file_name)?.bytes.equals(bytes));
  }
  await server.stop();
  await sweepEverything(directory, store);
  assert.deepEqual(readdirSync(join(store, 'arriving')), []);
  assert.deepEqual(
    readdirSync(join(store, 'content')).flatMap((prefix) =>
      readdirSync(join(store, 'content', prefix)).map((name) => prefix + name),
    ),
    pictures.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex')).sort(),
  );
});

async function makePicture(_: unknown, number: number): Promise<Picture> {
  return {
    name: `picture-${number}.png`,
    bytes: await makeImage({ format: 'png', width: 300, height: 300 }),
  };
}

async function sweepEverything(directory: string, store: string): Promise<void> {
  const database = await startEmbeddedPostgres({ directory: join(directory, 'postgres') });
  const pool = openDatabase(database.connection('ringbinder'), { max: 1 });
  try {
    const files = await openLocalFileStore(store);
    for await (const hashes of files.hashes())
      for (const sha256 of await findOrphanBlobs(pool, hashes))
        await removeUnused(pool, files, sha256, -1_000);
    await files.removeForgotten(-1_000);
  } finally {
    await pool.close();
    await database.stop();
  }
}
