import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { startS3 } from '../storage/files/testing/s3-server.ts';
import { openBackupPlace } from './place.ts';
import { seal } from './seal.ts';
import { chunksOf, openBackupStore } from './store.ts';

const directory = await mkdtemp(join(tmpdir(), 'ringbinder-backup-'));
const s3 = await startS3();
afterAll(async () => {
  await s3.close();
  await rm(directory, { recursive: true });
});

const key = randomBytes(32);
const collect = async (chunks: AsyncIterable<Buffer>) => Buffer.concat(await Array.fromAsync(chunks));
const SIZES = [0, 1, 1024 ** 2, 1024 ** 2 + 1, 3 * 1024 ** 2 - 7];

for (const address of [{ directory }, s3.address]) {
  const name = 'directory' in address ? 'a directory' : 'S3';
  test(`[BACKUP-9] ${name} returns what was written, encrypted or not, and lists and removes it`, async () => {
    const place = await openBackupPlace(address, { creates: true });
    for (const store of [openBackupStore(place, undefined), openBackupStore(place, key)])
      for (const size of SIZES) {
        const bytes = randomBytes(size);
        const halves = [bytes.subarray(0, size / 2), bytes.subarray(size / 2)];
        const written = await store.write('folder/one/object', chunksOf(...halves));
        assert.equal(written.plainSha256, createHash('sha256').update(bytes).digest('hex'));
        assert.ok((await collect(store.read('folder/one/object'))).equals(bytes), `${size}`);
        const part = await store.pack('folder/two/packed', bytes);
        assert.ok((await store.unpack('folder/two/packed', part)).equals(bytes), `${size}`);
      }
    const listed = (await Array.fromAsync(place.list('folder/'))).flat();
    assert.deepEqual(listed.map((each) => each.key).sort(), ['folder/one/object', 'folder/two/packed']);
    assert.deepEqual((await place.folders('folder/')).sort(), ['one', 'two']);
    assert.ok(Math.abs(((await place.find('folder/one/object')) ?? 0) - Date.now()) < 60_000);
    await place.remove(['folder/one/object', 'folder/none']);
    await place.removeFolder('folder/two/');
    await place.removeFolder('folder/none/');
    assert.equal(await place.find('folder/one/object'), undefined);
    assert.deepEqual((await Array.fromAsync(place.list('folder/'))).flat(), []);
    place.close();
  });
}

test('[BACKUP-9] without the key nothing of an encrypted backup is read, and with it nothing of a changed one', async () => {
  const address = { directory: join(directory, 'sealed') };
  const place = await openBackupPlace(address, { creates: true });
  const store = openBackupStore(place, key);
  const bytes = Buffer.alloc(2 * 1024 ** 2 + 5, 'the same text ');
  await store.write('a', chunksOf(bytes));
  const sealed = await readFile(join(address.directory, 'a'));
  assert.ok(!sealed.includes('the same text'));
  const damaged: [string, Buffer][] = [
    ['another byte', Buffer.concat([sealed.subarray(0, 5_000), Buffer.from([1, 2]), sealed.subarray(5_002)])],
    ['without its end', sealed.subarray(0, sealed.length - 21)],
    ['without a block', Buffer.concat([sealed.subarray(0, 24), sealed.subarray(24 + 1024 ** 2 + 16)])],
    ['not encrypted', bytes],
  ];
  for (const [what, each] of damaged) {
    await writeFile(join(address.directory, 'a'), each);
    await assert.rejects(collect(store.read('a')), /^DamagedBackup: the backup is damaged: a in /, what);
  }
  await writeFile(join(address.directory, 'b'), sealed);
  await assert.rejects(collect(store.read('b')), /was changed/, 'under another name');
  await assert.rejects(collect(openBackupStore(place, randomBytes(32)).read('b')), /another key/);
  await assert.rejects(collect(openBackupStore(place, undefined).read('b')), /set BACKUP_KEY/);
  assert.deepEqual(await readdir(join(address.directory, 'arriving')), []);
});

test('[BACKUP-3] a file of a user that begins like an encrypted object is restored without a key', async () => {
  const place = await openBackupPlace({ directory: join(directory, 'magic') }, { creates: true });
  const store = openBackupStore(place, undefined);
  const sealed = await collect(seal(chunksOf(Buffer.from('a copy of a backup')), key, 'a'));
  await store.write('files/ab/cd', chunksOf(sealed));
  assert.ok((await collect(store.read('files/ab/cd'))).equals(sealed));
});

test('[BACKUP-4] a part of a backup with other bytes, and one that is missing, is named', async () => {
  const address = { directory: join(directory, 'plain') };
  const place = await openBackupPlace(address, { creates: true });
  const store = openBackupStore(place, undefined);
  const part = await store.pack('backups/x/database/000000', randomBytes(1_000));
  const path = join(address.directory, part.key);
  const stored = await readFile(path);
  stored[500] = (stored[500] ?? 0) ^ 1;
  await writeFile(path, stored);
  await assert.rejects(
    store.unpack(part.key, part),
    /damaged: backups\/x\/database\/000000 in .* differs from what the backup wrote/,
  );
  await assert.rejects(store.unpack(part.key), /damaged: backups\/x\/database\/000000/);
  await rm(path);
  await assert.rejects(store.unpack(part.key, part), /it is missing/);
});

test('[BACKUP-1] a directory whose disk is not mounted is created at the first backup alone', async () => {
  const address = { directory: join(directory, 'disk/ringbinder') };
  await assert.rejects(
    openBackupPlace(address, { creates: false }),
    /^StartupError: the directory for backups .* does not exist: mount its disk/,
  );
  const place = await openBackupPlace(address, { creates: true });
  await rm(join(directory, 'disk'), { recursive: true });
  await assert.rejects(openBackupStore(place, undefined).write('a', chunksOf(Buffer.alloc(1))), {
    code: 'ENOENT',
  });
});
