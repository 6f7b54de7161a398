import assert from 'node:assert/strict';
import { access } from 'node:fs/promises';
import { makePdf } from '@ringbinder/page-renderer/testing';
import { service } from '@ringbinder/testkit/shared-service.ts';
import sharp from 'sharp';
import { beforeAll, beforeEach, test } from 'vitest';
import { collectGarbage } from '../files/index.ts';
import { countBytes } from '../orgs/index.ts';
import { retention } from '../personal-data/index.ts';
import { annotate, makePage, pagesOf } from './testing/annotate.ts';
import { type Uploader, uploaded } from './testing/upload.ts';

/** Minimum age of the bytes to delete. A negative age matches all bytes, even if the disk's clock is slightly ahead. */
const AT_ONCE = -1_000;
const DAY_MS = 24 * 60 * 60 * 1000;

let owner: Uploader['owner'] & { orgId: string };
let uploader: Uploader;
beforeAll(async () => {
  owner = await service.make.user();
});
beforeEach(async () => {
  uploader = { binderId: await service.make.binder(owner as never), owner };
});

const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, json?: unknown) => {
  const sent = { token: owner.token, ...(json === undefined ? {} : { json }) };
  return service.call(method, `/${uploader.binderId}${path}`, sent);
};
const seqNow = async (): Promise<number> => (await call('GET', '/feed?limit=1')).body.data.seq;
const pageAt = async (id: number, seq: number) =>
  (await pagesOf(service, uploader, `?filter=${id}&as_of=seq:${seq}`))[0];
const download = (id: number, seq: number) => call('GET', `/pagedownload/${id}?as_of=seq:${seq}`);
const linked = (path: string) => fetch(service.origin + path);

async function rewrittenNote(words: string) {
  const id = await makePage(service, uploader, { type: 'note', name: 'Terms', text: `${words} one` });
  const seqs = [await seqNow()];
  for (const text of [`${words} two`, `${words} three`]) {
    assert.equal((await call('POST', `/pages/${id}`, { text })).status, 200);
    seqs.push(await seqNow());
  }
  const [first = 0, second = 0, third = 0] = seqs;
  const files = [];
  for (const seq of seqs) files.push((await pageAt(id, seq)).file_id);
  return { id, first, second, third, files };
}

async function hashOf(fileId: string): Promise<string> {
  const [row] = await service.env.db.query<{ sha256: string }>('SELECT sha256 FROM files WHERE id = $1', [
    fileId,
  ]);
  assert.ok(row);
  return row.sha256;
}
const isOnDisk = (sha256: string) =>
  access(service.env.files.pathOf(sha256)).then(
    () => true,
    () => false,
  );
const bytesUsed = () => countBytes(service.env.db, owner.orgId);

test('[HIST-10] the text that a note had is read as of then, and what a page showed that is deleted by now', async () => {
  const { id, first, second, third } = await rewrittenNote('Years');
  const { pages } = await uploaded(service, uploader, makePdf({ text: 'Signed' }), 'signed.pdf');
  const there = await seqNow();
  await call('DELETE', `/pages/${pages[0].id}`);
  await call('DELETE', `/pages/${id}`);
  await collectGarbage(service.env, AT_ONCE);
  assert.equal((await call('GET', `/pagedownload/${id}`)).status, 404, 'now it is not there');
  for (const [seq, text] of [
    [first, 'one'],
    [second, 'two'],
    [third, 'three'],
    [there, 'three'],
  ] as const) {
    assert.equal((await download(id, seq)).body.data?.page, `Years ${text}`);
    const raw = await call('GET', `/pagedownload/${id}?raw=true&as_of=seq:${seq}`);
    assert.equal(String(raw.bytes), `Years ${text}`);
  }
  const words = await call('GET', `/pages/${id}/text?as_of=seq:${first}`);
  assert.match(JSON.stringify(words.body.data.boxes), /one/);
  const pdf = await call('GET', `/pagedownload/${pages[0].id}?raw=true&as_of=seq:${there}`);
  assert.equal(String(pdf.bytes.subarray(0, 5)), '%PDF-');
  assert.equal((await download(pages[0].id, first)).status, 404, 'it was not there yet');
  assert.equal((await download(id, first - 1)).status, 404);
  assert.equal((await download(id, 10_000)).status, 412);
  const otherPartner = await service.make.user();
  const path = `/${uploader.binderId}/pagedownload/${id}?as_of=seq:${first}`;
  assert.notEqual((await service.call('GET', path, otherPartner)).status, 200);
});

test('[HIST-11] links of the past show the text and the drawings of then, and are signed for that', async () => {
  const { id, first, second, third } = await rewrittenNote('Link');
  await annotate(service, uploader, id);
  const drawn = await pageAt(id, await seqNow());
  const then = await pageAt(id, first);
  assert.match(then.page_uri, new RegExp(`as_of=seq:${second - 1}&`));
  assert.equal(await (await linked(then.page_uri)).text(), 'Link one');
  assert.equal(await (await linked((await pageAt(id, third)).page_uri)).text(), 'Link three');
  const red = async (path: string) => {
    const response = await linked(path);
    assert.equal(response.status, 200, path);
    const [red, green] = (await sharp(await response.arrayBuffer()).stats()).channels;
    return (red?.mean ?? 0) - (green?.mean ?? 0) > 0.1;
  };
  assert.equal(await red(drawn.background_uri), true);
  assert.equal(await red((await pageAt(id, third)).background_uri), false, 'nothing was drawn yet');
  assert.equal(await red(drawn.thumbnail_uri), true, 'a look at the past takes no place of now');

  assert.equal(drawn.page_uri, (await pagesOf(service, uploader))[0].page_uri, 'as it is now');
  assert.equal((await linked(then.page_uri.replace('seq:', 'seq:1'))).status, 403);
  assert.equal((await linked(then.page_uri.replace(/&as_of=seq:\d+/, ''))).status, 403);
  const added = `${drawn.page_uri}&as_of=seq:${first}`;
  assert.equal((await linked(added)).status, 403);
  await call('POST', '/messages', { message: { text: 'another entry' } });
  await call('POST', `/pages/${id}`, { name: 'Named' });
  const [a, b] = [await pageAt(id, (await seqNow()) - 1), await pageAt(id, (await seqNow()) - 2)];
  assert.equal(a.background_uri, b.background_uri, 'one link to one state');
});

test('[HIST-12] texts of before count into the bytes of the org, are given by their file, and are in no list', async () => {
  const before = await bytesUsed();
  const { files } = await rewrittenNote('Count');
  assert.equal(await bytesUsed(), before + 'Count one'.length + 'Count two'.length + 'Count three'.length);
  const listed = (await call('GET', '/files')).body.data.files.map(({ id }: { id: string }) => id);
  assert.deepEqual(listed, [files[2]]);
  assert.equal(String((await call('GET', `/files/${files[0]}`)).bytes), 'Count one');
});

test('[HIST-12] one text of before is removed alone, or all with the file of their note, and its bytes a day later', async () => {
  const { id, first, second, third, files } = await rewrittenNote('Remove');
  const other = await rewrittenNote('Another');
  const hashes = await Promise.all(files.map(hashOf));
  assert.equal((await call('DELETE', `/files/${files[0]}`)).status, 200);
  const removedDownload = await download(id, first);
  assert.deepEqual(
    [removedDownload.status, removedDownload.body.message],
    [404, `the content of page ${id} at that time was removed`],
  );
  assert.equal((await linked((await pageAt(id, first)).page_uri)).status, 404);
  assert.equal((await call('GET', `/files/${files[0]}`)).status, 404);
  assert.equal((await call('DELETE', `/files/${files[0]}`)).status, 404);
  assert.equal((await pageAt(id, first)).original_file_name, 'Terms.md', 'that it was there is known');
  assert.equal((await download(id, second)).body.data.page, 'Remove two');

  const before = await bytesUsed();
  assert.equal((await call('DELETE', `/files/${files[2]}`)).status, 200);
  assert.equal(await bytesUsed(), before - 'Remove two'.length - 'Remove three'.length);
  for (const seq of [first, second, third]) assert.equal((await download(id, seq)).status, 404);
  await collectGarbage(service.env, DAY_MS);
  assert.deepEqual(await Promise.all(hashes.map(isOnDisk)), [true, true, true], 'not before a day');
  await collectGarbage(service.env, AT_ONCE);
  assert.deepEqual(await Promise.all(hashes.map(isOnDisk)), [false, false, false]);
  assert.equal((await download(other.id, other.first)).body.data.page, 'Another one');
});

test('[HIST-12] a text in the past of two notes stays until both are removed', async () => {
  const { id, first } = await rewrittenNote('Both');
  const at = await seqNow();
  await call('POST', '/copypages', { source_id: uploader.binderId, pages: [{ id }] });
  const copy = (await pagesOf(service, uploader)).at(-1);
  const both = await seqNow();
  for (const page of [id, copy.id]) await call('POST', `/pages/${page}`, { text: `later ${page}` });
  const [one, two] = await pagesOf(service, uploader);
  await call('DELETE', `/files/${one.file_id}`);
  assert.equal((await download(id, first)).status, 404);
  assert.equal((await download(copy.id, both)).body.data.page, 'Both three');
  assert.equal((await download(id, at)).body.data.page, 'Both three', 'the same file');
  await call('DELETE', `/files/${two.file_id}`);
  assert.equal((await download(copy.id, both)).status, 404);
});

test('[HIST-12] texts of before are removed by their age, and with their binder', async () => {
  const { id, first, second, files } = await rewrittenNote('Age');
  await service.env.db.query('UPDATE files SET created_at = created_at - $2 WHERE id = $1', [
    files[0],
    10 * DAY_MS,
  ]);
  await service.env.db.query('UPDATE orgs SET file_days = 5 WHERE id = $1', [owner.orgId]);
  await retention.work(service.env);
  await service.env.db.query('UPDATE orgs SET file_days = NULL WHERE id = $1', [owner.orgId]);
  assert.equal((await download(id, first)).status, 404);
  assert.equal((await download(id, second)).body.data.page, 'Age two');
  const sha256 = await hashOf(files[1]);
  await service.call('DELETE', `/${uploader.binderId}`, { token: owner.token });
  await collectGarbage(service.env, AT_ONCE);
  assert.equal(await isOnDisk(sha256), false);
});
