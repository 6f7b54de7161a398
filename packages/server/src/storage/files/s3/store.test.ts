import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, test } from 'vitest';
import { type FileStore, FileStoreUnavailable, openStores } from '../index.ts';
import { startS3 } from '../testing/s3-server.ts';

const directory = await mkdtemp(join(tmpdir(), 'ringbinder-s3-'));
const s3 = await startS3();
const opened: FileStore[] = [];
afterAll(async () => {
  for (const store of opened) await store.close();
  await s3.close();
  await rm(directory, { recursive: true });
});

async function openOn(machine: string): Promise<FileStore> {
  const settings = { place: s3.address, older: undefined, maxCacheBytes: 1024 ** 2, linksDirectly: true };
  const { store } = await openStores(settings, join(directory, machine), 'production');
  opened.push(store);
  return store;
}

const here = await openOn('here');
const there = await openOn('there');

async function storedStore(bytes: Buffer): Promise<string> {
  const received = await here.receive(Readable.from([bytes]), bytes.length);
  await received.prepare();
  await received.keep();
  await received.drop();
  return received.sha256;
}

test('[STORE-14] bytes that one machine keeps in S3 another one reads, wholly, a range of them, and as a file', async () => {
  const bytes = randomBytes(17 * 1024 * 1024);
  const sha256 = await storedStore(bytes);
  assert.ok((await buffer(there.read(sha256))).equals(bytes));
  assert.deepEqual(await buffer(there.read(sha256, { start: 10, end: 19 })), bytes.subarray(10, 20));
  await Promise.all([there.fetch(sha256), there.fetch(sha256)]);
  assert.ok((await readFile(there.pathOf(sha256))).equals(bytes));
  assert.equal(there.hashAt(there.pathOf(sha256)), sha256);
  assert.deepEqual((await Array.fromAsync(there.hashes())).flat(), [sha256]);
  const link = await there.linkTo(sha256, { contentType: 'image/png', contentDisposition: 'inline' });
  const answer = await fetch(link ?? '');
  assert.equal(answer.headers.get('content-type'), 'image/png');
  assert.ok(Buffer.from(await answer.arrayBuffer()).equals(bytes));
});

test('[STORE-14] what is not there is ENOENT, and other bytes than the hash says are refused', async () => {
  const missing = createHash('sha256').update('missing').digest('hex');
  await assert.rejects(buffer(here.read(missing)), { code: 'ENOENT' });
  await assert.rejects(here.fetch(missing), { code: 'ENOENT' });
  assert.equal(await here.has(missing), false);
  const received = await here.receive(Readable.from([Buffer.from('true')]), 10);
  await rm(received.path);
  await writeFile(received.path, 'lies');
  await received.keep();
  await assert.rejects(there.fetch(received.sha256), /is corrupted/);
  await assert.rejects(buffer(there.read(received.sha256)), /is corrupted/);
});

test('[STORE-14] bytes that were removed after they were prepared are brought once more when they are kept', async () => {
  const received = await here.receive(Readable.from([randomBytes(1_000)]), 1_000);
  await received.prepare();
  await there.remove(received.sha256, -60_000);
  assert.equal(await there.has(received.sha256), false);
  await received.keep();
  assert.equal(await there.has(received.sha256), true);
  await there.remove(received.sha256, 60_000);
  assert.equal(await there.has(received.sha256), true, 'too young');
});

test('[STORE-14] a file that comes piece by piece may come to several machines', async () => {
  const bytes = randomBytes(3_000);
  await here.partial('P').write(bytes.subarray(0, 1_000), 0);
  await there.partial('P').write(Buffer.concat([bytes.subarray(1_000, 2_500), randomBytes(400)]), 1_000);
  await here.partial('P').write(bytes.subarray(2_500), 2_500);
  assert.deepEqual(await there.partials(), ['P']);
  assert.deepEqual(await buffer(there.partial('P').read(900, 2_600)), bytes.subarray(900, 2_600));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const whole = await there.partial('P').whole(3_000, sha256);
  assert.deepEqual(await readFile(whole.path), bytes);
  await whole.keep();
  await there.partial('P').remove();
  assert.deepEqual(await here.partials(), []);
  await assert.rejects(here.partial('P').whole(3_000, sha256), { code: 'ENOENT' });
  assert.ok((await buffer(here.read(sha256))).equals(bytes));
});

test('[STORE-14] a store that is away says so, and is used again when it is back', {
  skip: !s3.isOurs,
}, async () => {
  const sha256 = await storedStore(randomBytes(100));
  await s3.stop();
  await assert.rejects(buffer(here.read(sha256)), FileStoreUnavailable);
  await assert.rejects(here.check(), FileStoreUnavailable);
  await s3.start();
  assert.equal((await buffer(here.read(sha256))).length, 100);
  await here.check();
});
