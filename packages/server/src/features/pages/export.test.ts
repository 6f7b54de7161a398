import assert from 'node:assert/strict';
import { serialize } from 'node:v8';
import {
  createMediaEngine,
  MediaBusy,
  type MediaEngine,
  MediaTimeout,
  MediaUnreadable,
} from '@ringbinder/page-renderer';
import {
  createUploadFolder,
  isNear,
  makePdf,
  redIn,
  type UploadFolder,
} from '@ringbinder/page-renderer/testing';
import {
  type CreatedUser,
  createActors,
  outsiders,
  startService,
  type TestService,
  until,
} from '@ringbinder/testkit';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { annotate, makePage } from './testing/annotate.ts';
import { tree, type Uploader, uploaded } from './testing/upload.ts';

let service: TestService;
let owner: Uploader['owner'];
let uploader: Uploader;
let reader: MediaEngine;
let folder: UploadFolder;
beforeAll(async () => {
  service = await startService();
  owner = await service.make.user();
  reader = createMediaEngine({ workers: 1 });
  folder = await createUploadFolder();
});
afterAll(async () => {
  await service.close();
  await reader.close();
  await folder.remove();
});
beforeEach(async () => {
  uploader = { binderId: await service.make.binder(owner as never), owner };
});

const download = (query = '') =>
  service.call('GET', `/${uploader.binderId}/downloadpdf${query}`, { token: owner.token });

async function read(bytes: Buffer) {
  const path = await folder.put(bytes);
  const inspection = await reader.inspect(path, { fileName: 'a.pdf' });
  assert.ok(inspection.ok);
  const { pages } = inspection;
  const indexes = pages.map((_, index) => index);
  const options = { mimeType: 'application/pdf' } as const;
  const texts = await reader.texts(path, { ...options, indexes, maxChars: 1_000 });
  const red = await Promise.all(
    pages.map(async ({ width, height }, index) => {
      const box = { maxWidth: Math.round(width), maxHeight: Math.round(height), format: 'png' } as const;
      return redIn((await reader.render(path, { ...options, index, ...box })).bytes);
    }),
  );
  return { pages, texts: texts.map((text) => text.trim().replace(/\s+/g, ' ')), red };
}

const plainImage = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#cde' } })
    .png()
    .toBuffer();

const MARK = { left: 20, top: 30, right: 59, bottom: 39 };

test('[PAGE-28] all pages come in display order, with their annotations in place', async () => {
  const { pages } = await uploaded(
    service,
    uploader,
    makePdf({ pages: 2, width: 300, height: 200, rotate: 90, text: 'a' }),
  );
  const image = await uploaded(service, uploader, await plainImage(120, 90), 'a.png');
  const note = await makePage(service, uploader, { type: 'note', text: 'Hello' });
  const board = await makePage(service, uploader, { type: 'whiteboard', width: 500, height: 400 });
  const link = await makePage(service, uploader, { type: 'url', url: 'https://example.com/', name: 'Site' });
  for (const id of [pages[1].id, image.pages[0].id, note, board, link]) await annotate(service, uploader, id);
  await service.call('POST', `/${uploader.binderId}/pages/${board}`, {
    token: owner.token,
    json: { page_number: '0.5' },
  });
  const answer = await download();
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'application/pdf');
  assert.match(answer.headers.get('content-disposition') ?? '', /^attachment; filename=.*\.pdf/);
  assert.equal(Number(answer.headers.get('content-length')), answer.bytes.length);
  const pdf = await read(answer.bytes);
  assert.deepEqual(pdf.pages, [
    { width: 500, height: 400 },
    { width: 200, height: 300 },
    { width: 200, height: 300 },
    { width: 120, height: 90 },
    { width: 612, height: 792 },
    { width: 640, height: 360 },
  ]);
  assert.equal(pdf.red[1], null, 'what is not annotated is as it was');
  for (const index of [0, 2, 3, 4, 5])
    assert.ok(isNear(pdf.red[index] ?? null, MARK, 2), `${index}: ${JSON.stringify(pdf.red[index])}`);
  assert.deepEqual(pdf.texts.slice(0, 3), ['', 'Page 1 a', 'Page 2 a']);
  assert.equal(pdf.texts[4], 'Hello');
  assert.match(pdf.texts[5] ?? '', /Site.*https:\/\/example\.com\//);
});

test('[PAGE-28] `filter` chooses pages, in its order, each once', async () => {
  const { pages } = await uploaded(service, uploader, makePdf({ pages: 4, text: 'a' }));
  const [a, b, c] = pages.map(({ id }) => id);
  const pdf = await read((await download(`?filter=${c},${a},${c},${b}`)).bytes);
  assert.deepEqual(pdf.texts, ['Page 3 a', 'Page 1 a', 'Page 2 a']);
});

test('[PAGE-28] a page that is not there is 404, a binder without pages 412, a filter that is none 400', async () => {
  assert.equal((await download()).status, 412);
  const { pages } = await uploaded(service, uploader, makePdf());
  const missing = await download(`?filter=${pages[0].id},999999`);
  assert.equal(missing.status, 404);
  assert.match(missing.body.message, /999999/);
  for (const query of [
    '?filter=',
    '?filter=a',
    '?filter=1,',
    '?filter=-1',
    '?filter=1&filter=2',
    '?filter=0',
  ])
    assert.equal((await download(query)).status, 400, query);
  await service.call('DELETE', `/${uploader.binderId}/pages/${pages[0].id}`, { token: owner.token });
  assert.equal((await download(`?filter=${pages[0].id}`)).status, 404);
});

test('[PAGE-28] more pages than one PDF holds are 413 with the figure', async () => {
  await service.env.db.query(
    `INSERT INTO pages (binder_id, id, type, page_index, page_number, width, height, created_at, updated_at)
     SELECT $1, 1000 + n, 'PAGE_TYPE_WHITEBOARD', 0, n, 100, 100, 0, 0 FROM generate_series(1, 1001) n`,
    [uploader.binderId],
  );
  const answer = await download();
  assert.equal(answer.status, 413);
  assert.match(answer.body.message, /1000 pages/);
  assert.equal((await read((await download('?filter=1001,1002')).bytes)).pages.length, 2);
});

test('[PAGE-28] files of more bytes than one PDF takes are 413 with both figures', async () => {
  const { pages } = await uploaded(service, uploader, makePdf());
  await service.env.db.query('UPDATE files SET size = 300000000 WHERE binder_id = $1', [uploader.binderId]);
  const answer = await download(`?filter=${pages[0].id}`);
  assert.equal(answer.status, 413);
  assert.match(answer.body.message, /300000000 bytes.*268435456/);
});

test('[PAGE-28] while others are written the answer is 503 with Retry-After, and nothing is left behind', async () => {
  await uploaded(service, uploader, makePdf());
  const { media } = service.env;
  service.env.media = { ...media, exportPdf: () => Promise.reject(new MediaBusy('busy')) };
  const answer = await download();
  service.env.media = media;
  assert.equal(answer.status, 503);
  assert.ok(Number(answer.headers.get('retry-after')) >= 1);
  assert.equal((await download()).status, 200);
  await until('no file is under way', async () => {
    return (await tree(`${service.directory}/files/production/arriving`)).length === 0;
  });
});

test('[PAGE-28] what is drawn goes to the worker in a file, in pieces, and leaves nothing there', async () => {
  const { db, media } = service.env;
  await db.query(
    `INSERT INTO pages (binder_id, id, type, page_index, page_number, width, height, created_at, updated_at)
     SELECT $1, n, 'PAGE_TYPE_WHITEBOARD', 0, n, 30, 30, 0, 0 FROM generate_series(1001, 1040) n`,
    [uploader.binderId],
  );
  const drawn = `<g>${'<path d="M0 15L30 15" stroke="red" stroke-width="9"></path>'.repeat(1_000)}</g>`;
  await db.query(
    `INSERT INTO annotations (binder_id, page_id, client_uuid, user_id, svg_tag, created_at, updated_at)
     SELECT binder_id, id, 'ä' || n, $2, $3, 0, 0 FROM pages, generate_series(1, 2) n WHERE binder_id = $1 AND id <> 1002`,
    [uploader.binderId, (owner as CreatedUser).id, drawn],
  );
  let count = 0;
  let statements = 0;
  service.env.media = {
    ...media,
    exportPdf(pages, options) {
      count = serialize(pages).length;
      return media.exportPdf(pages, options);
    },
  };
  service.env.db = {
    ...db,
    query(text, values) {
      if (text.includes('svg_tag')) statements++;
      return db.query(text, values);
    },
  };
  const { bytes } = await download();
  Object.assign(service.env, { db, media });
  assert.ok(count > 0 && count < 50_000, `${count} bytes are handed over`);
  assert.ok(statements > 5 && statements < 20, `${statements} statements`);
  const { red } = await read(bytes);
  assert.deepEqual(
    red.map((place) => place !== null),
    Array.from({ length: 40 }, (_, index) => index !== 1),
  );
  await until('no file is under way', async () => {
    return (await tree(`${service.directory}/files/production/arriving`)).length === 0;
  });
});

test('[PAGE-47] a page that cannot be shown is a sheet that says so, and the log has an error', async () => {
  const { pages } = await uploaded(service, uploader, makePdf({ pages: 2, text: 'a' }));
  await service.env.db.query(`UPDATE pages SET page_index = 50 WHERE binder_id = $1 AND id = $2`, [
    uploader.binderId,
    pages[0].id,
  ]);
  const before = service.logLines.length;
  const answer = await download();
  assert.equal(answer.status, 200);
  const pdf = await read(answer.bytes);
  assert.match(pdf.texts[0] ?? '', /cannot be shown/);
  assert.equal(pdf.texts[1], 'Page 2 a');
  const lines = service.logLines.slice(before).map((line) => JSON.parse(line));
  const errors = lines.filter(({ level }) => level === 50 || level === 'error');
  assert.deepEqual(
    errors.map((line) => line.pages),
    [[pages[0].id]],
  );
});

test('[PAGE-47] [ERR-23] faults of the server are 500 or 503, name the page, and are never 413', async () => {
  const page = await makePage(service, uploader, { type: 'whiteboard' });
  const { media } = service.env;
  const failing = async (error: Error) => {
    service.env.media = { ...media, exportPdf: () => Promise.reject(error) };
    const answer = await download();
    service.env.media = media;
    return answer;
  };
  const slow = await failing(new MediaTimeout('slow'));
  assert.equal(slow.status, 503);
  assert.ok(Number(slow.headers.get('retry-after')) >= 1);
  assert.deepEqual([slow.body.reason, slow.body.params], ['export_slow', { count: 1 }]);
  const broken = await failing(new MediaUnreadable(`page ${page}: the annotations cannot be drawn`));
  assert.equal(broken.status, 500);
  assert.match(broken.body.message, new RegExp(`page ${page}\\b`));
  assert.doesNotMatch(broken.body.message, /annotations/);
});

test('[PAGE-34] who may download pages as PDF', async () => {
  const actors = await createActors(service);
  await actors.check({
    expected: { owner: 200, editor: 200, bot: 200, viewer: 200, reader: 200, ...outsiders },
    changes: false,
    prepare: (binderId) => makePage(service, { binderId, owner: actors.users.owner }, { type: 'whiteboard' }),
    call: ({ call }, binderId) => call('GET', `/${binderId}/downloadpdf`),
  });
});
