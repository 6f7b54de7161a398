import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { Readable } from 'node:stream';
import { PDFDocument } from '@cantoo/pdf-lib';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { encodeText, makeImage, makePdf, makeTaggedPdf } from '@ringbinder/page-renderer/testing';
import type { Cast } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';
import { annotate } from './testing/annotate.ts';
import { uploaded } from './testing/upload.ts';

let cast: Cast;
beforeAll(async () => {
  cast = await service.make.cast();
});

const download = (id: number, query = '', headers: Record<string, string> = {}, token = cast.viewer.token) =>
  service.call('GET', `/${cast.binderId}/pagedownload/${id}${query}`, { token, headers });

async function firstPage(data: Buffer | string, name?: string): Promise<number> {
  const { pages } = await uploaded(service, cast, data, name);
  return pages[0].id;
}

test('[PAGE-14] a content of many parts comes out whole, in text and in base64', async () => {
  const text = `${'€"\\\n👋'.repeat(40_000)}end`;
  const note = await download(await firstPage(text, 'long.txt'));
  assert.equal(note.body.data.encoding, 'utf-8');
  assert.ok(note.body.data.page === text);
  const image = await makeImage({ width: 800, height: 601, format: 'png' });
  const picture = await download(await firstPage(image));
  assert.equal(picture.body.data.encoding, 'base64');
  assert.ok(Buffer.from(picture.body.data.page, 'base64').equals(image));
  assert.ok(image.length > 200_000 && picture.body.data.page.length === Math.ceil(image.length / 3) * 4);
});

test('[PAGE-14] text whose bytes are not UTF-8 is given in base64, byte for byte', async () => {
  // Uploads reject invalid UTF-8, but the server must return stored bytes unchanged.
  const id = await firstPage('valid when it came');
  const { env } = service;
  const bytes = Buffer.from(`Gr\xfc\xdfe ${cast.binderId}`, 'latin1');
  const received = await env.files.receive(Readable.from([bytes]), 100);
  await received.keep();
  await env.db.query('INSERT INTO blobs (sha256, size, created_at) VALUES ($1, $2, 0)', [
    received.sha256,
    bytes.length,
  ]);
  await env.db.query(
    'UPDATE files f SET sha256 = $3, size = $4 FROM pages p WHERE p.binder_id = $1 AND p.id = $2 AND f.binder_id = $1 AND f.id = p.file_id',
    [cast.binderId, id, received.sha256, bytes.length],
  );
  const { body } = await download(id);
  assert.equal(body.data.encoding, 'base64');
  assert.deepEqual(Buffer.from(body.data.page, 'base64'), bytes);
});

test('[PAGE-15] a page of a PDF is given as a PDF of that one page', async () => {
  const { pages } = await uploaded(service, cast, makePdf({ pages: 5, width: 300, height: 400 }), 'five.pdf');
  const { body } = await download(pages[3].id);
  assert.deepEqual([body.data.encoding, body.data.mime_type], ['base64', 'application/pdf']);
  const bytes = Buffer.from(body.data.page, 'base64');
  const loaded = await PDFDocument.load(bytes);
  assert.deepEqual([loaded.getPageCount(), loaded.getPage(0).getSize()], [1, { width: 300, height: 400 }]);
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes);
  assert.equal(document.getPageCount(), 1);
  assert.match(document.getPage(0).getText(), /Page 4/);
  document.destroy();
  library.destroy();
  const raw = await download(pages[3].id, '?raw=true');
  assert.deepEqual(raw.bytes, bytes);
  assert.match(raw.headers.get('content-disposition') ?? '', /filename="?five-4\.pdf"?/);
});

test('[PAGE-78] pages and files that are downloaded have the tags of their source', async () => {
  const { pages } = await uploaded(service, cast, makeTaggedPdf(), 'tagged.pdf');
  const [first, second] = pages;
  const uploader = { binderId: cast.binderId, owner: cast.owner };
  await annotate(service, uploader, first.id);
  const single = await download(second.id, '?raw=true');
  assert.deepEqual(elementsOf(single.bytes), ['Document', 'P', 'Figure']);
  const filter = `filter=${pages.map(({ id }: { id: number }) => id).join(',')}`;
  const whole = await service.call('GET', `/${cast.binderId}/downloadpdf?${filter}`, {
    token: cast.owner.token,
  });
  assert.equal(whole.status, 200, whole.body?.message);
  const table = ['Table', 'TR', 'TH', 'TR', 'TD', 'TD', 'TD'];
  assert.deepEqual(elementsOf(whole.bytes), ['Document', 'H1', 'P', 'Link', 'Figure', ...table]);
});

test('[PAGE-93] a page whose tags could not be copied is made again at the next download', async () => {
  const source = makeTaggedPdf({ title: 'Provisional' });
  const { pages } = await uploaded(service, cast, source, 'tagged.pdf');
  const { media } = service.env;
  const untagged = makePdf({ width: 400, height: 300 });
  service.env.media = { ...media, extractPdfPage: async () => ({ bytes: untagged, lacksTags: true }) };
  const first = await download(pages[1].id, '?raw=true');
  service.env.media = media;
  assert.deepEqual(first.bytes, untagged);
  const second = await download(pages[1].id, '?raw=true');
  assert.deepEqual(elementsOf(second.bytes), ['Document', 'P', 'Figure']);
});

test('[PAGE-93] after five attempts to copy the tags of a page, the server stores it without them', async () => {
  const { pages } = await uploaded(service, cast, makeTaggedPdf({ title: 'Hopeless' }), 'tagged.pdf');
  const { media } = service.env;
  const untagged = makePdf({ width: 400, height: 300 });
  let attempts = 0;
  const extractPdfPage = async () => {
    attempts += 1;
    return { bytes: untagged, lacksTags: true };
  };
  service.env.media = { ...media, extractPdfPage };
  for (let count = 1; count <= 7; count += 1)
    assert.deepEqual((await download(pages[1].id, '?raw=true')).bytes, untagged);
  service.env.media = media;
  assert.equal(attempts, 5);
});

function elementsOf(pdf: Buffer): string[] {
  const { stdout } = spawnSync('pdfinfo', ['-struct', '-'], { input: pdf, encoding: 'utf8' });
  return stdout.split('\n').flatMap((line) => line.match(/^ *([A-Z]\w*)(?= \(|:?$| <)/)?.[1] ?? []);
}

test('[FILE-30] a text in another encoding is read as text, and saved as it came', async () => {
  const text = 'Name;Größe\r\nMüller;5 €\r\n';
  for (const charset of ['windows-1252', 'utf-16le'] as const) {
    const bytes = encodeText(`${charset === 'utf-16le' ? '\ufeff' : ''}${text}`, charset);
    const { pages } = await uploaded(service, cast, bytes, 'Umsätze.csv');
    const [{ id, type }] = pages;
    assert.equal(type, 'PAGE_TYPE_NOTE');
    const { body } = await download(id);
    assert.deepEqual(body.data, {
      page: text,
      encoding: 'utf-8',
      mime_type: `text/plain; charset=${charset}`,
    });
    const raw = await download(id, '?raw=true');
    assert.deepEqual(raw.bytes, bytes);
    assert.equal(raw.headers.get('content-type'), `text/plain; charset=${charset}`);
    const words = await service.call('GET', `/${cast.binderId}/pages/${id}/text`, {
      token: cast.owner.token,
    });
    assert.match(JSON.stringify(words.body.data.boxes), /Müller;5/);
    const exported = await service.call('GET', `/${cast.binderId}/downloadpdf?filter=${id}`, {
      token: cast.owner.token,
    });
    assert.equal(exported.status, 200);
    const changed = await service.call('POST', `/${cast.binderId}/pages/${id}`, {
      token: cast.owner.token,
      json: { text: 'Größe 上海' },
    });
    assert.equal(changed.status, 200);
    const now = await download(id);
    assert.deepEqual(now.body.data, { page: 'Größe 上海', encoding: 'utf-8', mime_type: 'text/plain' });
  }
});

test('[FILE-25] raster images are shown in place, everything else is saved', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const html = '<!doctype html><html><body><script>alert(1)</script></body></html>';
  const jpeg = Buffer.concat([await makeImage({ format: 'jpeg', width: 9, height: 9 }), Buffer.from(html)]);
  const cases: [Buffer | string, string, RegExp, RegExp][] = [
    [await makeImage({ format: 'png', width: 9, height: 9 }), 'a.png', /^inline/, /^image\/png$/],
    [jpeg, 'a.html', /^inline/, /^image\/jpeg$/],
    [makePdf(), 'a.pdf', /^attachment/, /^application\/pdf$/],
    [svg, 'a.png', /^attachment/, /svg|xml|octet-stream|text\/plain/],
    [html, 'a.png', /^attachment/, /html|text\/plain/],
  ];
  for (const [data, name, disposition, type] of cases) {
    const { fileId, pages } = await uploaded(service, cast, data, name);
    const answers = [
      await service.call('GET', `/${cast.binderId}/files/${fileId}`, { token: cast.viewer.token }),
    ];
    assert.match(
      answers[0]?.headers.get('content-disposition') ?? '',
      /^attachment/,
      `${name}: a file is saved`,
    );
    for (const { id, page_uri } of pages) {
      const visibleContent = await download(id, '?raw=true');
      assert.match(visibleContent.headers.get('content-disposition') ?? '', disposition, name);
      const linked = await fetch(service.origin + page_uri);
      assert.match(linked.headers.get('content-disposition') ?? '', disposition, name);
      answers.push(visibleContent, { ...visibleContent, headers: linked.headers });
    }
    for (const { headers } of answers) {
      assert.match(headers.get('content-type') ?? '', type);
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('content-security-policy'), "sandbox; default-src 'none'");
    }
  }
});

test('[PAGE-14] more than 32 MiB go into no JSON answer: 413 names raw, and raw gives them', async () => {
  const size = 33 * 1024 ** 2;
  const png = await makeImage({ format: 'png', width: 2, height: 2 });
  const id = await firstPage(Buffer.concat([png, Buffer.alloc(size - png.length)]), 'large.png');
  const refused = await download(id);
  assert.equal(refused.status, 413);
  assert.equal(refused.body.errors[0].path, 'raw');
  const raw = await download(id, '?raw=true', { range: 'bytes=34603000-' });
  assert.deepEqual([raw.status, raw.bytes.length], [206, size - 34_603_000]);
});
