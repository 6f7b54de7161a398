import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { access, readFile, utimes } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { startService, type TestService, until } from '@ringbinder/testkit';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { audioPart, payloadPart } from '../messages/testing/forms.ts';
import { makePage, pagesOf } from '../pages/testing/annotate.ts';
import { FORM_TYPE, formOf } from '../pages/testing/form.ts';
import { type Uploader, uploaded } from '../pages/testing/upload.ts';
import { removeUnused, storeBytes } from './blobs.ts';
import { collectGarbage } from './garbage-collection.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Negative, because the disk's clock may differ slightly. */
const AT_ONCE = -1_000;

let service: TestService;
let beside: TestService;
let owner: Uploader['owner'];
let uploader: Uploader;
beforeAll(async () => {
  service = await startService();
  beside = await startService({ beside: service, config: { dataDir: service.directory } });
  owner = await service.make.user();
});
afterAll(async () => {
  await beside.close();
  await service.close();
});
beforeEach(async () => {
  uploader = await newBinder();
});

const newBinder = async () => ({ binderId: await service.make.binder(owner as never), owner });
const pathOf = (sha256: string) => service.env.files.pathOf(sha256);
const isOnDisk = (sha256: string) =>
  access(pathOf(sha256)).then(
    () => true,
    () => false,
  );
const send = (path: string, json: unknown) => service.call('POST', path, { token: owner.token, json });
const get = (path: string) => service.call('GET', path, { token: owner.token });
const remove = (path: string) => service.call('DELETE', path, { token: owner.token });

async function hashOf(fileId: string): Promise<string> {
  const [row] = await service.env.db.query<{ sha256: string }>(
    'SELECT sha256 FROM files WHERE id = $1 LIMIT 1',
    [fileId],
  );
  return row?.sha256 ?? '';
}

async function hasRow(sha256: string): Promise<boolean> {
  return (await service.env.db.query('SELECT FROM blobs WHERE sha256 = $1', [sha256])).length > 0;
}

const forgetNames = (sha256: string) => service.env.db.query('DELETE FROM files WHERE sha256 = $1', [sha256]);
const received = (bytes: Buffer, { env } = service) =>
  env.files.receive(Readable.from([bytes]), Number.MAX_SAFE_INTEGER);

async function uploadAndDelete(): Promise<{ sha256: string; bytes: Buffer }> {
  const binder = await newBinder();
  const bytes = randomBytes(100);
  const sha256 = await hashOf((await uploaded(service, binder, bytes, 'x.bin')).fileId);
  await remove(`/${binder.binderId}`);
  return { sha256, bytes };
}

test('[FILE-26] the bytes of a deleted binder go after a day, and not those that another binder has too', async () => {
  const other = await newBinder();
  const { fileId } = await uploaded(service, uploader, randomBytes(100), 'alone.bin');
  const both = randomBytes(100);
  const shared = await hashOf((await uploaded(service, uploader, both, 'shared.bin')).fileId);
  const uploadedFile = await uploaded(service, other, both, 'kept.bin');
  const alone = await hashOf(fileId);
  const longAgo = new Date(Date.now() - 2 * DAY_MS);
  for (const sha256 of [alone, shared]) await utimes(pathOf(sha256), longAgo, longAgo);

  await collectGarbage(service.env);
  assert.deepEqual([await isOnDisk(alone), await isOnDisk(shared)], [true, true]);
  await remove(`/${uploader.binderId}`);
  const deletedAgo = (ms: number) =>
    service.env.db.query('UPDATE binders SET deleted_at = $2 WHERE id = $1', [
      uploader.binderId,
      service.clock.now() - ms,
    ]);
  await deletedAgo(DAY_MS - 60_000);
  await collectGarbage(service.env);
  assert.deepEqual([await isOnDisk(alone), await hasRow(alone)], [true, true], 'not before a day');
  await deletedAgo(DAY_MS + 1);
  await collectGarbage(service.env);
  assert.deepEqual([await isOnDisk(alone), await hasRow(alone)], [false, false]);
  assert.deepEqual((await get(`/${other.binderId}/files/${uploadedFile.fileId}`)).bytes, both);
});

test('[FILE-26] an older text of a note goes once it is removed, and not while a copy shows it', async () => {
  const target = await newBinder();
  const id = await makePage(service, uploader, { type: 'note', text: randomBytes(20).toString('hex') });
  const [{ file_id }] = (await pagesOf(service, uploader)) as [{ file_id: string }];
  const sha256 = await hashOf(file_id);
  const copy = () => send(`/${target.binderId}/copypages`, { source_id: uploader.binderId, pages: [{ id }] });
  await copy();
  await send(`/${uploader.binderId}/pages/${id}`, { text: 'another' });
  await collectGarbage(service.env, AT_ONCE);
  const [listing] = await pagesOf(service, target);
  assert.equal((await get(`/${target.binderId}/pagedownload/${listing.id}`)).status, 200);
  await send(`/${target.binderId}/pages/${listing.id}`, { text: 'a third' });
  await collectGarbage(service.env, AT_ONCE);
  assert.equal(await isOnDisk(sha256), true, 'it is kept for history');
  for (const { binderId } of [uploader, target])
    assert.equal((await remove(`/${binderId}/files/${file_id}`)).status, 200);
  await collectGarbage(service.env, AT_ONCE);
  assert.deepEqual([await isOnDisk(sha256), await hasRow(sha256)], [false, false]);
});

test('[PAGE-23] a copy of a note brings back the file that a changed copy had dropped', async () => {
  const target = await newBinder();
  const id = await makePage(service, uploader, { type: 'note', text: 'first' });
  const copy = () => send(`/${target.binderId}/copypages`, { source_id: uploader.binderId, pages: [{ id }] });
  await copy();
  const [changed] = await pagesOf(service, target);
  await send(`/${target.binderId}/pages/${changed.id}`, { text: 'second' });
  await copy();
  await collectGarbage(service.env, AT_ONCE);
  const copied = (await pagesOf(service, target)).at(-1);
  const { files } = (await get(`/${target.binderId}/files`)).body.data;
  assert.ok(
    files.some((file: { id: string }) => file.id === copied.file_id),
    'it is listed',
  );
  assert.equal((await get(`/${target.binderId}/pagedownload/${copied.id}`)).body.data.page, 'first');
});

test('[FILE-26] the sound of a message stays with it, and goes when it is deleted', async () => {
  const body = formOf([payloadPart({ message: { text: 'listen' } }), audioPart()]);
  const headers = { 'content-type': FORM_TYPE };
  const messages = `/${uploader.binderId}/messages`;
  const posted = await service.call('POST', messages, { token: owner.token, body, headers });
  assert.equal(posted.status, 200, JSON.stringify(posted.body));
  const [row] = await service.env.db.query<{ id: number; sha256: string }>(
    `SELECT id, audio ->> 'sha256' AS sha256 FROM messages WHERE binder_id = $1`,
    [uploader.binderId],
  );
  assert.ok(row);
  await collectGarbage(service.env, AT_ONCE);
  assert.equal((await get(`${messages}/${row.id}/audio`)).status, 200);
  await remove(`${messages}/${row.id}`);
  await collectGarbage(service.env, AT_ONCE);
  assert.deepEqual([await isOnDisk(row.sha256), await hasRow(row.sha256)], [false, false]);
});

async function someoneWaits(): Promise<boolean> {
  const rows = await service.env.db.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
}

test('[FILE-26] bytes that are uploaded again while another process would remove them stay', async () => {
  const { sha256, bytes } = await uploadAndDelete();
  const again = await received(bytes);
  let freeing: Promise<void> | undefined;
  await service.env.db.transaction(async (tx) => {
    await storeBytes(tx, [again], 0);
    freeing = collectGarbage(beside.env, AT_ONCE);
    await until('it waits for the upload', someoneWaits);
    await tx.query(
      `INSERT INTO files (binder_id, id, name, sha256, size, mime_type, user_id, created_at, updated_at)
       SELECT id, 'Fagain', '', $2, 1, '', owner_id, 0, 0 FROM binders WHERE id = $1`,
      [uploader.binderId, sha256],
    );
  });
  await freeing;
  assert.deepEqual(await readFile(pathOf(sha256)), bytes);
});

test('[FILE-26] bytes that are uploaded again while another process removes them come again', async () => {
  const { sha256, bytes } = await uploadAndDelete();
  let upload: ReturnType<typeof uploaded> | undefined;
  const { env } = beside;
  const files = {
    ...env.files,
    // The upload starts at the worst moment: the bytes are unreferenced and about to be removed.
    async remove(hash: string, ageMs: number) {
      upload = uploaded(service, uploader, bytes, 'again.bin');
      await until('the upload waits', someoneWaits);
      return env.files.remove(hash, ageMs);
    },
  };
  await forgetNames(sha256);
  await removeUnused(env.db, files, sha256, AT_ONCE);
  const { fileId } = (await upload) ?? {};
  assert.deepEqual((await get(`/${uploader.binderId}/files/${fileId}`)).bytes, bytes);
});

test('[FILE-26] a process that dies when it has removed bytes leaves what the next round ends, and an upload mends', async () => {
  const died = new Error('died');
  const dyingFiles = (files: typeof service.env.files) => ({
    ...files,
    async remove(hash: string, ageMs: number) {
      await files.remove(hash, ageMs);
      throw died;
    },
  });
  const [one, two] = [await uploadAndDelete(), await uploadAndDelete()];
  for (const { sha256 } of [one, two]) {
    await forgetNames(sha256);
    const dying = removeUnused(service.env.db, dyingFiles(service.env.files), sha256, AT_ONCE);
    await assert.rejects(dying, died);
    assert.deepEqual([await isOnDisk(sha256), await hasRow(sha256)], [false, true]);
  }
  const { fileId } = await uploaded(service, uploader, one.bytes, 'mended.bin');
  await collectGarbage(service.env, AT_ONCE);
  assert.deepEqual((await get(`/${uploader.binderId}/files/${fileId}`)).bytes, one.bytes);
  assert.equal(await hasRow(two.sha256), false);
});

test('[FILE-26] bytes of an upload that is about to be tried again are too young to go', async () => {
  const { sha256, bytes } = await uploadAndDelete();
  const again = await received(bytes);
  await forgetNames(sha256);
  let attempts = 0;
  await service.env.db.transaction(async (tx) => {
    await storeBytes(tx, [again], 0);
    if (attempts++ > 0) return;
    await tx.query('ROLLBACK');
    await tx.query('BEGIN');
    await collectGarbage(beside.env);
    throw Object.assign(new Error('a race was lost'), { code: '40001' });
  });
  assert.equal(attempts, 2);
  assert.deepEqual(await readFile(pathOf(sha256)), bytes);
});

test('[FILE-26] two processes that free at once free once', async () => {
  const many = await Promise.all(Array.from({ length: 10 }, uploadAndDelete));
  await Promise.all([collectGarbage(service.env, AT_ONCE), collectGarbage(beside.env, AT_ONCE)]);
  for (const { sha256 } of many)
    assert.deepEqual([await isOnDisk(sha256), await hasRow(sha256)], [false, false]);
});
