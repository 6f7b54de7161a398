import assert from 'node:assert/strict';
import { createActors, outsiders } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, beforeEach, test } from 'vitest';
import { makePage, pagesOf } from './testing/annotate.ts';
import type { Uploader } from './testing/upload.ts';

let owner: Uploader['owner'];
let uploader: Uploader;
beforeAll(async () => {
  owner = await service.make.user();
});
beforeEach(async () => {
  uploader = { binderId: await service.make.binder(owner as never), owner };
});

const post = (json: unknown, headers: Record<string, string> = {}) =>
  service.call('POST', `/${uploader.binderId}/pages`, { token: owner.token, json, headers });
const download = async (id: number) =>
  (await service.call('GET', `/${uploader.binderId}/pagedownload/${id}`, { token: owner.token })).body.data;
const entries = async () =>
  (await service.call('GET', `/${uploader.binderId}/feed?after=0`, { token: owner.token })).body.data;

test('[PAGE-27] a whiteboard is a page of the size that was asked for, behind the last', async () => {
  const first = await makePage(service, uploader, { type: 'whiteboard' });
  const { status, body } = await post({ type: 'whiteboard', name: 'Plan', width: 400, height: 300.5 });
  assert.equal(status, 200);
  const { page_id, created_time, updated_time } = body.data;
  assert.equal(created_time, updated_time);
  const [one, two] = await pagesOf(service, uploader);
  assert.deepEqual([one.id, one.width, one.height, one.name], [first, 1280, 720, undefined]);
  assert.deepEqual([two.id, two.width, two.height, two.name], [page_id, 400, 300.5, 'Plan']);
  assert.deepEqual([two.type, two.file_id, two.original_file_name], ['PAGE_TYPE_WHITEBOARD', '', 'Plan']);
  assert.deepEqual([two.page_index, two.page_number, two.revision], [0, '2', 1]);
  assert.equal(two.created_time, created_time);
});

test('[PAGE-27] a note keeps its text as a file, which is downloaded as any other', async () => {
  for (const [input, text, fileName] of [
    [{ name: 'To do: a/b\\c', text: '# Grüße\n\n* 日本' }, '# Grüße\n\n* 日本', 'To do: a b c.md'],
    [{}, '', 'Note.md'],
    [{ text: '\ufeffmark' }, '\ufeffmark', 'Note.md'],
  ] as const) {
    const id = await makePage(service, uploader, { type: 'note', ...input });
    assert.deepEqual(await download(id), { page: text, encoding: 'utf-8', mime_type: 'text/markdown' });
    const [page] = await pagesOf(service, uploader, `?filter=${id}`);
    assert.deepEqual([page.type, page.width, page.height], ['PAGE_TYPE_NOTE', 612, 792]);
    assert.equal(page.original_file_name, fileName);
    const file = await service.call('GET', `/${uploader.binderId}/files/${page.file_id}`, {
      token: owner.token,
    });
    assert.equal(file.bytes.toString(), text);
  }
});

test('[PAGE-27] a page of type url leads to its address', async () => {
  const id = await makePage(service, uploader, {
    type: 'url',
    url: 'HTTPS://Example.com/ü?a=1&b=2',
    name: 'Site',
  });
  const [page] = await pagesOf(service, uploader);
  assert.deepEqual(
    [page.type, page.url, page.name],
    ['PAGE_TYPE_URL', 'https://example.com/%C3%BC?a=1&b=2', 'Site'],
  );
  assert.deepEqual(await download(id), { page: page.url, encoding: 'utf-8', mime_type: 'text/uri-list' });
  const content = await fetch(service.origin + page.page_uri, { redirect: 'manual' });
  assert.equal(content.status, 200);
  assert.equal(await content.text(), page.url);
});

test('[PAGE-27] what is made stands in the log as page_created', async () => {
  const id = await makePage(service, uploader, { type: 'note', text: 'a' });
  const text = JSON.stringify(await entries());
  assert.match(text, new RegExp(`"page_created"[^}]*"id":${id}\\b|"id":${id},[^}]*PAGE_TYPE_NOTE`));
});

const WRONG: [what: string, field: string, body: unknown][] = [
  ['no type', 'type', { name: 'a' }],
  ['type null', 'type', { type: null }],
  ['an unknown type', 'type', { type: 'pdf' }],
  ['type in other letters', 'type', { type: 'Note' }],
  ['type a list', 'type', { type: ['note'] }],
  ['name a number', 'name', { type: 'note', name: 5 }],
  ['name null', 'name', { type: 'note', name: null }],
  ['name too long', 'name', { type: 'note', name: 'x'.repeat(256) }],
  ['name with NUL', 'name', { type: 'note', name: 'a\u0000b' }],
  ['name with half a character', 'name', { type: 'note', name: 'a\ud800' }],
  ['text a number', 'text', { type: 'note', text: 5 }],
  ['text null', 'text', { type: 'note', text: null }],
  ['text too long', 'text', { type: 'note', text: 'x'.repeat(524_289) }],
  ['text with NUL', 'text', { type: 'note', text: '\u0000' }],
  ['text of a whiteboard', 'text', { type: 'whiteboard', text: 'a' }],
  ['text of a url', 'text', { type: 'url', url: 'https://a.example', text: 'a' }],
  ['url missing', 'url', { type: 'url' }],
  ['url null', 'url', { type: 'url', url: null }],
  ['url empty', 'url', { type: 'url', url: '' }],
  ['url no address', 'url', { type: 'url', url: 'example' }],
  ['url with script', 'url', { type: 'url', url: 'javascript:alert(1)' }],
  ['url with script and a tab', 'url', { type: 'url', url: ' java\tscript:alert(1)' }],
  ['url with data', 'url', { type: 'url', url: 'data:text/html,x' }],
  ['url of a file', 'url', { type: 'url', url: 'file:///etc/passwd' }],
  ['url without scheme', 'url', { type: 'url', url: '//example.com' }],
  ['url too long', 'url', { type: 'url', url: `https://a.example/${'x'.repeat(4_000)}` }],
  ['url of a note', 'url', { type: 'note', url: 'https://a.example' }],
  ['width text', 'width', { type: 'whiteboard', width: '400' }],
  ['width null', 'width', { type: 'whiteboard', width: null }],
  ['width 0', 'width', { type: 'whiteboard', width: 0 }],
  ['width negative', 'width', { type: 'whiteboard', width: -100 }],
  ['width too small', 'width', { type: 'whiteboard', width: 15 }],
  ['width too large', 'width', { type: 'whiteboard', width: 10_001 }],
  ['height too large', 'height', { type: 'whiteboard', height: 1e300 }],
  ['height of a note', 'height', { type: 'note', height: 100 }],
];

test('[PAGE-27] a wrong field is 400, is named, and nothing is made', async () => {
  for (const [what, field, body] of WRONG) {
    const answer = await post(body);
    assert.equal(answer.status, 400, what);
    assert.equal(answer.body.errors[0].path, field, what);
  }
  assert.equal(
    (await service.call('POST', `/${uploader.binderId}/pages`, { token: owner.token, json: [] })).status,
    400,
  );
  const huge = await post({ type: 'whiteboard', name: 'x', junk: 'x'.repeat(2 ** 20) });
  assert.equal(huge.status, 413);
  assert.deepEqual(await pagesOf(service, uploader), []);
});

test('[IDEM-1] the same key makes one page', async () => {
  const headers = { 'idempotency-key': 'make-one' };
  const [one, two] = await Promise.all([
    post({ type: 'note', text: 'a' }, headers),
    post({ type: 'note', text: 'a' }, headers),
  ]);
  assert.deepEqual(one.body.data, two.body.data);
  assert.equal((await pagesOf(service, uploader)).length, 1);
});

test('[PAGE-34] who may make pages', async () => {
  const actors = await createActors(service);
  await actors.check({
    expected: { owner: 200, editor: 200, bot: 200, viewer: 403, reader: 403, ...outsiders },
    changes: true,
    call: ({ call }, binderId) => call('POST', `/${binderId}/pages`, { json: { type: 'note', text: 'a' } }),
  });
});
