import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { data, done, type ErrorBody, listed, pluck, refused, rows, status } from '../expect.ts';
import { NotApplicable } from '../failure.ts';
import { heic } from '../fixtures/heic.ts';
import { makeWav, webm } from '../fixtures/media.ts';
import { makeDocx } from '../fixtures/office.ts';
import { makePdf } from '../fixtures/pdf.ts';
import { makePng } from '../fixtures/png.ts';
import type { BinderFixture, Trial } from '../trial.ts';
import type { StoredFile, UploadedFile } from '../types.ts';

const test = checks('files');

const MEBIBYTE = 1024 ** 2;

async function nothingOf(
  t: Trial,
  fixture: BinderFixture,
  bytes: Buffer | string,
  name: string,
  expected = 400,
): Promise<void> {
  refused(await t.owner.upload(`${fixture.path}/pageupload`, bytes, name), expected, 'file');
  await holdsNothing(t, fixture);
}

async function holdsNothing(t: Trial, fixture: BinderFixture): Promise<void> {
  assert.deepEqual(await fixture.pages(), []);
  assert.deepEqual(await filesOf(t, fixture), []);
}

const filesOf = async (t: Trial, fixture: BinderFixture) =>
  listed<StoredFile>(await t.owner.get(`${fixture.path}/files`));

const sizes = async (fixture: BinderFixture, fileId: string) =>
  (await fixture.pages(`?file_id=${fileId}`)).map(({ type, width, height }) => [type, width, height]);

const BOUNDARY = 'conformance-boundary';
const part = (name: string, text = 'x') =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="a.txt"\r\n\r\n${text}\r\n`;

test('[FILE-1] [FILE-13] [FILE-6] [LOG-1] a PDF becomes its pages, and they are there when the upload answers', async (t) => {
  const fixture = await t.binder();
  const [before, seq] = [Date.now(), await fixture.seq()];
  const pdf = makePdf({ pages: 3, width: 400, height: 500 });
  const answer = await t.editor.upload(`${fixture.path}/pageupload`, pdf, 'three.pdf');
  const uploaded = data<UploadedFile>(answer);
  assert.deepEqual(uploaded.updated_time, uploaded.created_time);
  assert.ok(Math.abs(uploaded.created_time - before) < 300_000, 'a time of now');
  const pages = await fixture.pages(`?file_id=${uploaded.file_id}`);
  assert.deepEqual(rows(await fixture.entries(seq), 'kind', 'body'), [
    ['file_uploaded', { id: uploaded.file_id, name: 'three.pdf', mime_type: 'application/pdf' }],
    ...pages.map(({ id }) => ['page_created', { id, type: 'PAGE_TYPE_PDF', file_id: uploaded.file_id }]),
  ]);
  assert.deepEqual(
    rows(pages, 'type', 'width', 'height', 'page_index', 'file_id'),
    [0, 1, 2].map((index) => ['PAGE_TYPE_PDF', 400, 500, index, uploaded.file_id]),
  );
});

test('[FILE-2] a form without the part `file`, or with two, is 400', async (t) => {
  const fixture = await t.binder();
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  for (const parts of ['', part('upload'), part('file') + part('file')]) {
    const body = `${parts}--${BOUNDARY}--\r\n`;
    refused(await t.owner.send('POST', `${fixture.path}/pageupload`, { body, headers }), 400, 'file');
  }
  await holdsNothing(t, fixture);
});

test('[FILE-3] a form that is cut in the middle is 400 and leaves nothing', async (t) => {
  const fixture = await t.binder();
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  const body = part('file', 'x'.repeat(10_000)).slice(0, 5000);
  refused(await t.owner.send('POST', `${fixture.path}/pageupload`, { body, headers }), 400);
  await holdsNothing(t, fixture);
});

test('[FILE-4] [ERR-23] a file of 0 bytes is 400, and the reason says so', async (t) => {
  const fixture = await t.binder();
  const answer = await t.owner.upload(`${fixture.path}/pageupload`, '', 'empty.txt');
  refused(answer, 400, 'file');
  assert.equal((answer.json as ErrorBody).reason, 'file_empty');
  await holdsNothing(t, fixture);
});

test('[FILE-5] the type comes from the bytes, not from the name', async (t) => {
  const fixture = await t.binder();
  assert.deepEqual(await sizes(fixture, await fixture.upload(makePdf(), 'picture.png')), [
    ['PAGE_TYPE_PDF', 612, 792],
  ]);
  const [note] = await sizes(fixture, await fixture.upload('no PDF at all', 'report.pdf'));
  assert.equal(note?.[0], 'PAGE_TYPE_NOTE');
  assert.deepEqual(pluck(await filesOf(t, fixture), 'mime_type'), ['application/pdf', 'text/plain']);
});

test('[FILE-7] a raster image is one page of its size', async (t) => {
  const fixture = await t.binder();
  assert.deepEqual(await sizes(fixture, await fixture.upload(makePng(60, 40), 'a.png')), [
    ['PAGE_TYPE_IMAGE', 60, 40],
  ]);
});

test('[FILE-9] text and Markdown of at most 1 MiB are a note', async (t) => {
  const fixture = await t.binder();
  const note = [['PAGE_TYPE_NOTE', 612, 792]];
  for (const [text, name, pages] of [
    ['Grüße 👋', 'a.txt', note],
    ['# Title', 'a.md', note],
    ['x'.repeat(MEBIBYTE), 'b.txt', note],
    ['x'.repeat(MEBIBYTE + 1), 'c.txt', []],
  ] as const)
    assert.deepEqual(await sizes(fixture, await fixture.upload(text, name)), pages);
  assert.deepEqual(rows(await filesOf(t, fixture), 'name', 'mime_type', 'total_pages'), [
    ['a.txt', 'text/plain', 1],
    ['a.md', 'text/markdown', 1],
    ['b.txt', 'text/plain', 1],
    ['c.txt', 'text/plain', 0],
  ]);
});

test('[FILE-12] anything else is a file without pages', async (t) => {
  const fixture = await t.binder();
  const bytes = Buffer.from([0, 1, 2, 3]);
  const zip = Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`);
  const ids = [await fixture.upload(bytes, 'a.bin'), await fixture.upload(zip, 'a.zip')];
  for (const id of ids) assert.deepEqual(await fixture.pages(`?file_id=${id}`), []);
  assert.deepEqual(rows(await filesOf(t, fixture), 'id', 'size', 'mime_type', 'total_pages'), [
    [ids[0], 4, 'application/octet-stream', 0],
    [ids[1], zip.length, 'application/zip', 0],
  ]);
});

test('[FILE-14] a PDF that is cut off, damaged or locked is 400 and leaves nothing', async (t) => {
  const fixture = await t.binder();
  const whole = makePdf({ pages: 5 });
  await nothingOf(t, fixture, whole.subarray(0, whole.length * 0.7), 'cut.pdf');
  await nothingOf(t, fixture, Buffer.from('%PDF-1.7\nnothing of it\n%%EOF\n'), 'damaged.pdf');
  await nothingOf(t, fixture, makePdf({ locked: true }), 'locked.pdf');
});

test('[FILE-15] a PDF of more than 1,000 pages is 413 and leaves nothing', async (t) =>
  nothingOf(t, await t.binder(), makePdf({ pages: 1001 }), 'long.pdf', 413));

test('[FILE-16] a page of 14,400 points is taken, a larger one is 413', async (t) => {
  const fixture = await t.binder();
  await nothingOf(t, fixture, makePdf({ width: 14_401 }), 'too-wide.pdf', 413);
  const id = await fixture.upload(makePdf({ width: 14_400, height: 14_400 }), 'wide.pdf');
  assert.deepEqual(await sizes(fixture, id), [['PAGE_TYPE_PDF', 14_400, 14_400]]);
});

test('[FILE-17] an image that is cut off is 400 and leaves nothing', async (t) => {
  const whole = makePng(300, 200);
  await nothingOf(t, await t.binder(), whole.subarray(0, whole.length * 0.6), 'cut.png');
});

test('[FILE-18] an image of more than 50 million pixels is 413', async (t) =>
  nothingOf(t, await t.binder(), makePng(8000, 6251), 'huge.png', 413));

test('[FILE-19] a name is kept as it was sent; paths, controls and long names are refused', async (t) => {
  const fixture = await t.binder();
  for (const name of [
    '../../etc/passwd',
    'C:\\temp\\a.pdf',
    'a\u0007.pdf',
    'report-\u202efdp.exe',
    `${'x'.repeat(252)}.pdf`,
  ])
    await nothingOf(t, fixture, 'text', name);
  const name = 'Jahresbericht “Grüße” 年度報告 👋.txt';
  const [page] = await fixture.pages(`?file_id=${await fixture.upload('text', name)}`);
  assert.deepEqual(page?.original_file_name, name);
  assert.equal((await filesOf(t, fixture))[0]?.name, name);
});

test('[FILE-23] files are listed with all their fields, those without pages too', async (t) => {
  const fixture = await t.binder();
  const pdf = makePdf({ pages: 2 });
  const ids = [
    await fixture.upload(pdf, 'two.pdf'),
    await fixture.upload(Buffer.from([0, 1, 2, 3]), 'a.bin'),
  ];
  const user = { id: t.owner.id, name: t.owner.name };
  const [page] = await fixture.pages();
  done(await t.owner.delete(`${fixture.path}/pages/${page?.id}`));
  for (const { created_time, updated_time } of await filesOf(t, fixture))
    assert.equal(updated_time, created_time);
  assert.deepEqual(
    (await filesOf(t, fixture)).map(({ created_time: _, updated_time: __, ...rest }) => rest),
    [
      { id: ids[0], name: 'two.pdf', mime_type: 'application/pdf', size: pdf.length, total_pages: 1, user },
      { id: ids[1], name: 'a.bin', mime_type: 'application/octet-stream', size: 4, total_pages: 0, user },
    ],
  );
});

test('[FILE-24] [FILE-25] a file comes as it was sent, as a guarded attachment', async (t) => {
  const fixture = await t.binder();
  const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  for (const [bytes, name] of [
    [makePdf(), 'Übersicht.pdf'],
    [Buffer.from(script), 'a.svg'],
  ] as const) {
    const path = `${fixture.path}/files/${await fixture.upload(bytes, name)}`;
    const answer = await t.viewer.get(path);
    status(answer, 200);
    assert.ok(answer.bytes.equals(bytes), 'the bytes that were sent');
    const part = await t.viewer.get(path, { range: 'bytes=10-19' });
    assert.deepEqual([part.status, part.bytes], [206, bytes.subarray(10, 20)]);
    status(await t.viewer.get(path, { range: 'bytes=99999999-' }), 416);
    const header = (of: string) => answer.headers.get(of) ?? '';
    if (name !== 'a.svg') assert.equal(header('content-type'), 'application/pdf');
    const saved = `filename*=UTF-8''${encodeURIComponent(name)}`;
    assert.match(header('content-disposition'), /^attachment\b/);
    if (name !== 'a.svg') assert.ok(header('content-disposition').includes(saved), 'the name of the file');
    assert.equal(header('x-content-type-options'), 'nosniff');
    const policy = header('content-security-policy');
    assert.match(policy, /^(?=.*sandbox).*default-src 'none'/);
    for (const { id } of await fixture.pages()) done(await t.owner.delete(`${fixture.path}/pages/${id}`));
    assert.ok((await t.viewer.get(path)).bytes.equals(bytes), 'a file without its pages');
  }
});

async function pageOf(fixture: BinderFixture, bytes: Buffer | string, name: string) {
  const [page, ...more] = await fixture.pages(`?file_id=${await fixture.upload(bytes, name)}`);
  assert.ok(page !== undefined && more.length === 0, 'one page');
  return page;
}

test('[FILE-8] sound becomes a page with its duration', async (t) => {
  const page = await pageOf(await t.binder(), makeWav(), 'a.wav');
  assert.deepEqual([page.type, page.duration], ['PAGE_TYPE_AUDIO', 1000]);
});

test('[FILE-8] video becomes a page with its size and duration', async (t) => {
  const page = await pageOf(await t.binder(), webm, 'a.webm');
  assert.deepEqual([page.type, page.width, page.height, page.duration], ['PAGE_TYPE_VIDEO', 64, 48, 1000]);
});

test('[FILE-10] HTML becomes a web page without what could run or load something', async (t) => {
  const fixture = await t.binder();
  const html =
    '<!DOCTYPE html><title>T</title><h1>Grüße</h1><script>alert(1)</script><img src="https://evil.example/a.png" onerror="alert(2)"><a href="javascript:alert(3)">x</a>';
  const page = await pageOf(fixture, html, 'a.html');
  assert.equal(page.type, 'PAGE_TYPE_WEB');
  const answer = await t.viewer.get(`${fixture.path}/pagedownload/${page.id}`);
  const providedContent = data<{ page: string }>(answer).page;
  assert.ok(providedContent.includes('Grüße'), 'the text');
  for (const bad of ['<script', 'alert(', 'onerror', 'javascript:'])
    assert.ok(!providedContent.includes(bad), `nothing of ${bad}`);
});

test('[FILE-10] an internet shortcut becomes a page that leads there', async (t) => {
  const fixture = await t.binder();
  const page = await pageOf(fixture, '[InternetShortcut]\r\nURL=https://example.com/a?b=c\r\n', 'a.url');
  assert.deepEqual([page.type, page.url], ['PAGE_TYPE_URL', 'https://example.com/a?b=c']);
});

test('[FILE-30] a text in another encoding becomes a note that is read in UTF-8', async (t) => {
  const fixture = await t.binder();
  const csv = 'Name;Größe\r\nMüller;5\r\n';
  for (const bytes of [Buffer.from(csv, 'latin1'), Buffer.from(`\ufeff${csv}`, 'utf16le')]) {
    const page = await pageOf(fixture, bytes, 'a.csv');
    assert.equal(page.type, 'PAGE_TYPE_NOTE');
    const answer = await t.viewer.get(`${fixture.path}/pagedownload/${page.id}`);
    assert.deepEqual(data<{ page: string }>(answer).page, csv);
  }
});

test('[FILE-31] a HEIC photo becomes a page of its size', async (t) => {
  const page = await pageOf(await t.binder(), heic, 'IMG_0001.HEIC');
  assert.deepEqual([page.type, page.width, page.height], ['PAGE_TYPE_IMAGE', 64, 48]);
});

test('[FILE-11] an office document becomes PDF pages, where LibreOffice is installed', async (t) => {
  const fixture = await t.binder();
  const id = await fixture.upload(makeDocx('Written in an office'), 'a.docx');
  const pages = await fixture.pages(`?file_id=${id}`);
  if (pages.length === 0) throw new NotApplicable('the server has no LibreOffice');
  assert.deepEqual(pluck(pages, 'type'), ['PAGE_TYPE_PDF']);
});
