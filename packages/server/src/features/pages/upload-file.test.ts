import assert from 'node:assert/strict';
import { makePdf } from '@ringbinder/page-renderer/testing';
import {
  type Actors,
  createActors,
  expectRefusal,
  fileForm,
  outsiders,
  startService,
  type TestService,
} from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';

let service: TestService;
let actors: Actors;
beforeAll(async () => {
  service = await startService({ config: { maxUploadBytes: 100_000 } });
  actors = await createActors(service);
});
afterAll(() => service.close());

const writers = { ...outsiders, owner: 200, editor: 200, viewer: 403, bot: 200, reader: 403 };
const upload = (binderId: string, body: FormData, headers: Record<string, string> = {}) =>
  service.call('POST', `/${binderId}/files`, { token: actors.users.owner.token, body, headers });
const get = (path: string) => service.call('GET', path, { token: actors.users.owner.token });

test('[FILE-28] the owner and editors upload files', () =>
  actors.check({
    expected: writers,
    changes: true,
    call: ({ call }, binderId) => call('POST', `/${binderId}/files`, { body: fileForm('text', 'a.txt') }),
  }));

test('[FILE-28] a file is kept as it is, without pages, with the type of its bytes, and is in the log', async () => {
  const binderId = await actors.fixture();
  const pdf = makePdf({ pages: 3 });
  const { status, body } = await upload(binderId, fileForm(new Uint8Array(pdf), 'three.bin'));
  assert.equal(status, 200);
  const { file_id, created_time, updated_time } = body.data;
  assert.equal(created_time, updated_time);
  const [file] = (await get(`/${binderId}/files`)).body.data.files;
  assert.deepEqual(
    [file.id, file.name, file.mime_type, file.total_pages],
    [file_id, 'three.bin', 'application/pdf', 0],
  );
  assert.deepEqual((await get(`/${binderId}/pages`)).body.data.pages, []);
  assert.deepEqual((await get(`/${binderId}/files/${file_id}`)).bytes, pdf);
  const { kind, body: entry } = (await get(`/${binderId}/feed`)).body.data.entries.at(-1);
  assert.deepEqual(
    [kind, entry],
    ['file_uploaded', { id: file_id, name: 'three.bin', mime_type: 'application/pdf' }],
  );
});

test('[FILE-28] what would be refused as a page is kept as a file', async () => {
  const binderId = await actors.fixture();
  const cut = makePdf({ pages: 3 }).subarray(0, 200);
  const answer = await upload(binderId, fileForm(new Uint8Array(cut), 'cut.pdf'));
  assert.equal(answer.status, 200, answer.body.message);
  const file = await get(`/${binderId}/files/${answer.body.data.file_id}`);
  assert.deepEqual(file.bytes, cut);
});

test('[FILE-28] no file, an empty one or a large one is refused and leaves nothing', async () => {
  const binderId = await actors.fixture();
  expectRefusal(await upload(binderId, new FormData()), 400, 'file');
  expectRefusal(await upload(binderId, fileForm('', 'empty.txt')), 400, 'file');
  expectRefusal(await upload(binderId, fileForm('x'.repeat(100_001), 'large.txt')), 413, 'file');
  expectRefusal(await upload(binderId, fileForm('x', '../up.txt')), 400, 'file');
  assert.deepEqual((await get(`/${binderId}/files`)).body.data.files, []);
});

test('[FILE-28] [IDEM-8] a retry with its key uploads once', async () => {
  const binderId = await actors.fixture();
  const send = () => upload(binderId, fileForm('once', 'a.txt'), { 'idempotency-key': 'file-1' });
  const [first, second] = [await send(), await send()];
  assert.deepEqual(first.body, second.body);
  assert.equal((await get(`/${binderId}/files`)).body.data.files.length, 1);
});

test('[PAGE-37] the owner and editors make pages that lead to an address', () =>
  actors.check({
    expected: writers,
    changes: true,
    call: ({ call }, binderId) =>
      call('POST', `/${binderId}/pageweblink`, { json: { url: 'https://example.com/a' } }),
  }));

test('[PAGE-37] pageweblink makes a page of type PAGE_TYPE_URL', async () => {
  const binderId = await actors.fixture();
  const { token } = actors.users.editor;
  const link = (json: unknown) => service.call('POST', `/${binderId}/pageweblink`, { token, json });
  const { body } = await link({ url: 'HTTPS://Example.com/ü?a=1', name: 'Site' });
  const { page_id, created_time, updated_time } = body.data;
  assert.equal(created_time, updated_time);
  const [page] = (await get(`/${binderId}/pages`)).body.data.pages;
  assert.deepEqual(
    [page.id, page.type, page.url, page.name],
    [page_id, 'PAGE_TYPE_URL', 'https://example.com/%C3%BC?a=1', 'Site'],
  );
  for (const url of [
    undefined,
    null,
    '',
    'example.com',
    'javascript:alert(1)',
    'data:,x',
    5,
    'h'.repeat(4001),
  ])
    expectRefusal(await link({ url }), 400, 'url', String(url));
  expectRefusal(await link({ url: 'https://example.com/', name: 'n'.repeat(256) }), 400, 'name');
  assert.equal((await get(`/${binderId}/pages`)).body.data.pages.length, 1);
});
