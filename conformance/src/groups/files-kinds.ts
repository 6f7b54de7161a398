import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { data, pluck } from '../expect.ts';
import { NotApplicable } from '../failure.ts';
import { heic } from '../fixtures/heic.ts';
import { makeWav, webm } from '../fixtures/media.ts';
import { makeDocx } from '../fixtures/office.ts';

import type { BinderFixture } from '../trial.ts';

const test = checks('file-kinds');

/** The one page that a file became. */
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
  const given = data<{ page: string }>(answer).page;
  assert.ok(given.includes('Grüße'), 'the text');
  for (const bad of ['<script', 'alert(', 'onerror', 'javascript:'])
    assert.ok(!given.includes(bad), `nothing of ${bad}`);
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
