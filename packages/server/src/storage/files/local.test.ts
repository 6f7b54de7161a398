import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { access, mkdtemp, open, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, test, vi } from 'vitest';
import { ByteLimitExceeded, type FileStore, openLocalFileStore } from './index.ts';

let directory: string;
let store: FileStore;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ringbinder-files-'));
  store = await openLocalFileStore(directory);
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const receive = (bytes: Buffer) => store.receive(Readable.from([bytes]), 1_000_000);
const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
const arriving = () => readdir(join(directory, 'arriving'));
const DAY_MS = 24 * 60 * 60 * 1000;

async function storedStore(bytes: Buffer): Promise<string> {
  const received = await receive(bytes);
  await received.keep();
  return received.sha256;
}

async function makeOld(path: string): Promise<void> {
  const longAgo = new Date(Date.now() - 2 * DAY_MS);
  await utimes(path, longAgo, longAgo);
}

test('[STORE-13] a partial file that was kept and removed by somebody else is not kept once more, as nothing', async () => {
  const bytes = randomBytes(1000);
  const sha256 = await storedStore(bytes);
  const partial = store.partial('late');
  await partial.write(bytes, 0);
  const slow = await partial.whole(bytes.length, sha256);
  await partial.remove();
  await assert.rejects(partial.whole(bytes.length, sha256), { code: 'ENOENT' });
  await assert.rejects(slow.keep(), { code: 'ENOENT' });
  assert.deepEqual(await readFile(store.pathOf(sha256)), bytes);
  assert.deepEqual(await store.partials(), []);
});

test('[STORE-13] bytes are synced under a temporary name before they have their own, and then the name is', async () => {
  const handle = await open(directory);
  const handles = Object.getPrototypeOf(handle) as { sync(): Promise<void> };
  await handle.close();
  const fsync = vi.spyOn(fs, 'fsync');
  const received = await receive(randomBytes(5000));
  assert.equal(fsync.mock.calls.length, 1, 'the bytes');
  fsync.mockRestore();
  const path = store.pathOf(received.sha256);
  assert.deepEqual([dirname(received.path), await exists(path)], [join(directory, 'arriving'), false]);
  const { sync } = handles;
  const namedAtSync: boolean[] = [];
  const spy = vi.spyOn(handles, 'sync').mockImplementation(async function (this: typeof handles) {
    namedAtSync.push(await exists(path));
    return sync.call(this);
  });
  await received.keep();
  spy.mockRestore();
  assert.deepEqual(namedAtSync, [true, true], 'the folder of the name, and the new folder in its own');
  assert.deepEqual(await arriving(), []);
  assert.equal((await readFile(path)).length, 5000);
});

test('[STORE-13] keeping twice, as a transaction that is tried again does, is keeping once', async () => {
  const received = await receive(randomBytes(100));
  await received.keep();
  await received.keep();
  await received.drop();
  assert.ok(await exists(store.pathOf(received.sha256)));
});

test('[STORE-13] dropped bytes, and those of a stream that breaks or is too long, leave nothing', async () => {
  const dropped = await receive(randomBytes(100));
  await dropped.drop();
  const broken = Readable.from(
    (async function* () {
      yield randomBytes(100);
      throw new Error('broken');
    })(),
  );
  await assert.rejects(store.receive(broken, 1000), /broken/);
  await assert.rejects(store.receive(Readable.from([randomBytes(1001)]), 1000), ByteLimitExceeded);
  assert.deepEqual(await arriving(), []);
});

test('[FILE-22] the same bytes are one file, also when they are kept at once', async () => {
  const store = await openLocalFileStore(join(directory, 'same'));
  const bytes = randomBytes(100);
  const both = await Promise.all([1, 2].map(() => store.receive(Readable.from([bytes]), 1000)));
  await Promise.all(both.map((received) => received.keep()));
  const sha256 = both[0]?.sha256 ?? '';
  assert.deepEqual(await readFile(store.pathOf(sha256)), bytes);
  assert.deepEqual(await readdir(dirname(store.pathOf(sha256))), [sha256.slice(2)]);
  assert.deepEqual(await readdir(join(directory, 'same/arriving')), []);
});

test('[FILE-22] bytes are removed with what was derived of them, once they are old enough', async () => {
  const [old = '', fresh = ''] = await Promise.all([1, 2].map(() => storedStore(randomBytes(100))));
  for (const sha256 of [old, fresh]) await store.writeDerived(`${sha256}/0.webp`, Buffer.from('x'));
  await makeOld(store.pathOf(old));

  for (const sha256 of [old, fresh, old]) await store.remove(sha256, DAY_MS);

  const left = await Promise.all([old, fresh].map((sha256) => exists(store.pathOf(sha256))));
  assert.deepEqual(left, [false, true]);
  const pictures = [old, fresh].map((sha256) => store.readDerived(`${sha256}/0.webp`));
  assert.deepEqual(
    (await Promise.all(pictures)).map((picture) => picture?.toString() ?? null),
    [null, 'x'],
  );
  const hashes = (await Array.fromAsync(store.hashes())).flat();
  assert.deepEqual([hashes.includes(fresh), hashes.includes(old)], [true, false]);
});

test('[FILE-22] temporary files are removed when they are old', async () => {
  const [old, fresh] = ['old', 'new'].map((name) => join(directory, 'arriving', name));
  assert.ok(old && fresh);
  for (const path of [old, fresh]) await writeFile(path, 'x');
  await makeOld(old);
  await store.removeForgotten(DAY_MS);
  assert.deepEqual(await arriving(), ['new']);
  await rm(fresh);
});

test('[FILE-32] temporary files of an ended process are removed, and those of a running one stay', async () => {
  const own = store.newTemporary();
  const others = await Promise.all([openLocalFileStore(directory), openLocalFileStore(directory)]);
  const [running, ended] = others.map((each) => each.newTemporary());
  assert.ok(running && ended);
  for (const path of [own, running, ended]) await writeFile(path, 'four');
  assert.deepEqual(await store.temporaryUsage(), { count: 3, bytes: 12 });
  const marks = join(directory, 'processes');
  const markOf = (path: string) => join(marks, basename(path).split('-')[0] ?? '');
  await makeOld(markOf(ended));
  await store.removeForgotten(DAY_MS);
  assert.deepEqual(await Promise.all([own, running, ended].map(exists)), [true, true, true], 'seen once');
  await utimes(markOf(running), new Date(), new Date(Date.now() + 1_000));
  const anHourLater = performance.now() + 60 * 60_000;
  const clock = vi.spyOn(performance, 'now').mockReturnValue(anHourLater);
  await store.removeForgotten(DAY_MS).finally(() => clock.mockRestore());
  assert.deepEqual(await Promise.all([own, running, ended].map(exists)), [true, true, false]);
  assert.equal(await exists(markOf(ended)), false);
  for (const each of others) await each.close();
  await store.removeForgotten(DAY_MS);
  assert.deepEqual(await Promise.all([own, running].map(exists)), [true, false]);
  assert.deepEqual((await readdir(marks)).length, 1);
  await rm(own);
});

test('files are readable for the service alone', async () => {
  const sha256 = await storedStore(randomBytes(100));
  const path = store.pathOf(sha256);
  const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
  assert.deepEqual(
    [await modeOf(path), await modeOf(dirname(path)), await modeOf(join(directory, 'content'))],
    [0o600, 0o700, 0o700],
  );
});

test('[PICTURE-6] of what is derived into a folder, what is old goes, and the oldest of what is too much', async () => {
  const store = await openLocalFileStore(join(directory, 'bounded'));
  const names = ['a', 'b', 'c', 'd'].map((name) => `shown/${name}`);
  for (const [age, name] of names.entries()) {
    await store.writeDerived(name, Buffer.alloc(100));
    const at = new Date(Date.now() - age * 60_000);
    await utimes(store.derivedPathOf(name), at, at);
  }
  await store.removeDerived('shown', 150_000, 250);
  const left = await Promise.all(names.map((name) => store.readDerived(name)));
  assert.deepEqual(
    left.map((bytes) => bytes !== null),
    [true, true, false, false],
  );
  await store.removeDerived('nothing of that name', 0, 0);
});
