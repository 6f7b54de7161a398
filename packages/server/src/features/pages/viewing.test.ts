import assert from 'node:assert/strict';
import { isNear, makeImage, makePdf, pdfOf, redIn } from '@ringbinder/page-renderer/testing';
import { type Actors, createActors, outsiders } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import sharp from 'sharp';
import { beforeAll, beforeEach, test, vi } from 'vitest';
import { annotate, makePage, pagesOf } from './testing/annotate.ts';
import { type Uploader, upload, uploaded } from './testing/upload.ts';

let actors: Actors;
let uploader: Uploader;
beforeAll(async () => {
  actors = await createActors(service);
});
beforeEach(async () => {
  uploader = { binderId: await actors.fixture(), owner: actors.users.owner };
});

const tileOf = (page: { background_uri: string }, name: string) =>
  service.origin + page.background_uri.replace('/background?', `/tiles/${name}?`);
async function tile(page: { background_uri: string }, name: string): Promise<Buffer> {
  const response = await fetch(tileOf(page, name));
  assert.equal(response.status, 200, name);
  assert.match(response.headers.get('content-type') ?? '', /^image\/(png|jpeg)$/);
  assert.match(response.headers.get('cache-control') ?? '', /immutable/);
  return Buffer.from(await response.arrayBuffer());
}
const sizeOf = async (picture: Buffer) => {
  const { width, height } = await sharp(picture).metadata();
  return [width, height];
};
const textOf = (id: number, token = uploader.owner.token) =>
  service.call('GET', `/${uploader.binderId}/pages/${id}/text`, { token });
const drawnPdf = (stream: string, more = '', size = '0 0 400 200') =>
  pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[4 0 R]>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[${size}]${more}/Contents 5 0 R/Resources<</Font<</F 3 0 R>>>>>>`,
    { dictionary: '', data: stream },
  ]);

test('[PAGE-38] tiles together are the page at the pixels of their level, without what was drawn onto it', async () => {
  const red = '1 0 0 rg 380 20 10 10 re f';
  const { pages } = await uploaded(service, uploader, drawnPdf(red));
  await annotate(service, uploader, pages[0].id);
  const [page] = await pagesOf(service, uploader);
  const whole = await tile(page, '0/0/0');
  assert.deepEqual(await sizeOf(whole), [1024, 512]);
  const mark = (scale: number, left = 0) => ({
    left: 380 * scale - left,
    top: 170 * scale,
    right: 390 * scale - 1 - left,
    bottom: 180 * scale - 1,
  });
  assert.ok(isNear(await redIn(whole), mark(2.56), 1), 'the rectangle of the PDF, and not the annotation');
  assert.deepEqual(await sizeOf(await tile(page, '1/1/0')), [1024, 1024]);
  assert.ok(isNear(await redIn(await tile(page, '1/1/0')), mark(5.12, 1024), 1));
  assert.equal(await redIn(await tile(page, '1/0/0')), null);
  assert.deepEqual(await sizeOf(await tile(page, '5/31/15')), [1024, 1024], 'the last of the last level');
});

test('[PAGE-38] a tile of an image has its own pixels and no more; other pages have one tile', async () => {
  const png = await makeImage({ format: 'png', width: 1500, height: 700 });
  const { pages } = await uploaded(service, uploader, png, 'plan.png');
  assert.deepEqual(await sizeOf(await tile(pages[0], '0/0/0')), [1024, 478]);
  assert.deepEqual(await sizeOf(await tile(pages[0], '1/1/0')), [476, 700]);
  assert.equal((await fetch(tileOf(pages[0], '2/0/0'))).status, 404);
  await makePage(service, uploader, { type: 'note', text: 'Plan\n\nof two lines' });
  await makePage(service, uploader, { type: 'url', url: 'https://example.com/' });
  const [, note, link] = await pagesOf(service, uploader);
  assert.deepEqual(await sizeOf(await tile(note, '3/0/0')), [1024, 1024]);
  assert.deepEqual(await sizeOf(await tile(link, '0/0/0')), [1024, 576]);
  assert.equal((await fetch(tileOf(link, '1/0/0'))).status, 404);
});

test('[PAGE-40] twenty viewers of one tile cost one rendering, and so do the next twenty', async () => {
  const { pages } = await uploaded(service, uploader, makePdf({ text: 'for twenty' }));
  const renderings = vi.spyOn(service.env.media, 'renderRegion');
  const twenty = () => Promise.all(Array.from({ length: 20 }, () => tile(pages[0], '2/1/1')));
  const seen = new Set((await twenty()).map((bytes) => bytes.toString('base64')));
  await twenty();
  assert.equal(seen.size, 1);
  assert.equal(renderings.mock.calls.length, 1);
  assert.equal(renderings.mock.calls[0]?.[1].group, uploader.binderId, 'in its binder’s turn');
});

test('[PAGE-41] the words of a page come with their places, as the page is displayed', async () => {
  const stream = 'BT /F 20 Tf 100 150 Td (Hello brave) Tj 0 -30 Td (World) Tj ET';
  const { pages } = await uploaded(service, uploader, drawnPdf(stream));
  const { boxes, is_complete } = (await textOf(pages[0].id)).body.data;
  assert.equal(is_complete, true);
  assert.deepEqual(
    boxes.map(({ text, separator }: { text: string; separator: string }) => [text, separator]),
    [
      ['Hello', 'space'],
      ['brave', 'line'],
      ['World', 'line'],
    ],
  );
  const [hello, brave, world] = boxes;
  const isAbout = (value: number, expected: number) => Math.abs(value - expected) < 4;
  assert.ok(isAbout(hello.x, 100) && isAbout(hello.width, 46), JSON.stringify(hello));
  assert.ok(hello.y < 50 - 12 && hello.y + hello.height > 50, 'about its base line');
  assert.ok(brave.x > hello.x + hello.width - 1 && brave.y === hello.y);
  assert.ok(isAbout(world.y, hello.y + 30) && isAbout(world.x, 100));
  const turned = await uploaded(service, uploader, drawnPdf(stream, '/Rotate 90/CropBox[50 50 400 200]'));
  const first = (await textOf(turned.pages[0].id)).body.data.boxes.find(
    ({ text }: { text: string }) => text === 'Hello',
  );
  assert.deepEqual([turned.pages[0].width, turned.pages[0].height], [150, 350]);
  assert.ok(first.height > first.width, 'it is written downwards');
  assert.ok(isAbout(first.y, 50) && first.x < 100 && first.x + first.width > 100, JSON.stringify(first));
});

test('[PAGE-41] a note and a web page have the words of their sheet, and other pages none', async () => {
  const note = await makePage(service, uploader, { type: 'note', text: 'One  two\n日本 three' });
  const { boxes } = (await textOf(note)).body.data;
  assert.deepEqual(
    boxes.map(({ text, separator }: { text: string; separator: string }) => `${text}|${separator}`),
    ['One|space', 'two|line', '日本|space', 'three|line'],
  );
  const column = 0.602 * 10.4;
  assert.deepEqual(
    boxes.map(({ x }: { x: number }) => Math.round((x - 54) / column)),
    [0, 5, 0, 5],
  );
  const headed = await makePage(service, uploader, {
    type: 'note',
    text: '# Three\n- [four](https://a.example)',
  });
  const [three, ...item] = (await textOf(headed)).body.data.boxes;
  assert.deepEqual([three.text, ...item.map(({ text }: { text: string }) => text)], ['Three', '•', 'four']);
  assert.ok(three.height > 1.5 * item[0].height, 'a heading is larger');
  const { pages } = await uploaded(
    service,
    uploader,
    '<html><body><p>Web <b>words</b></p></body></html>',
    'a.html',
  );
  const web = (await textOf(pages[0].id)).body.data.boxes;
  assert.deepEqual(
    web.map(({ text }: { text: string }) => text),
    ['Web', 'words'],
  );
  const board = await makePage(service, uploader, { type: 'whiteboard' });
  assert.deepEqual((await textOf(board)).body.data, { boxes: [], is_complete: true, problems: [] });
});

test('[PAGE-42] a PDF that lies about its text gives boxes within the page, and no more than are taken', async () => {
  const lies = [
    'BT /F 20 Tf 1 0 0 1 5000 150 Tm (beside) Tj ET',
    'BT /F 20 Tf 1 0 0 1 1e30 -1e30 Tm (far) Tj ET',
    'BT /F 0 Tf 1 0 0 1 10 10 Tm (tiny) Tj ET',
    'BT /F 9e9 Tf 1 0 0 1 10 10 Tm (huge) Tj ET',
    'BT /F 12 Tf 0 0 0 0 10 10 Tm (flat) Tj ET',
    'BT /F 12 Tf 1 0 0 1 10 100 Tm (good) Tj ET',
  ].join('\n');
  const { pages } = await uploaded(service, uploader, drawnPdf(lies));
  const answer = await textOf(pages[0].id);
  assert.equal(answer.status, 200);
  const { boxes } = answer.body.data;
  assert.ok(boxes.some(({ text }: { text: string }) => text.includes('good')));
  for (const { text, x, y, width, height } of boxes) {
    const isWithin =
      x >= 0 && y >= 0 && width >= 0 && height >= 0 && x + width <= 400.01 && y + height <= 200.01;
    assert.ok(isWithin, JSON.stringify({ text, x, y, width, height }));
  }
  const many = `BT /F 1 Tf 0 199 Td 1 TL ${'(a b c d e f g h i j k l m n o p q r s t) Tj T* '.repeat(2_000)} ET`;
  const crowded = await uploaded(service, uploader, drawnPdf(many, '', '0 0 400 2400'));
  const full = (await textOf(crowded.pages[0].id)).body.data;
  assert.ok(full.boxes.length <= 20_000 && full.boxes.length > 1_000, String(full.boxes.length));
  assert.ok(full.boxes.length < 20_000 || full.is_complete === false);
  const long = `BT /F 1 Tf 0 100 Td (${'x'.repeat(30_000)}) Tj ET`;
  const endless = await uploaded(service, uploader, drawnPdf(long));
  for (const { text } of (await textOf(endless.pages[0].id)).body.data.boxes) assert.ok(text.length <= 200);
});

test('[PAGE-38] pages of any size and shape have tiles within bounds, and none that takes long', async () => {
  for (const [size, name, sides] of [
    ['0 0 14400 14400', '5/31/31', [1024, 1024]],
    ['0 0 14400 1', '5/31/0', [1024, 2]],
    ['0 0 0.02 0.02', '5/0/0', [1024, 1024]],
    ['-5000 -5000 -4400 -4200', '0/0/0', [768, 1024]],
  ] as const) {
    const { pages } = await uploaded(service, uploader, drawnPdf('0 0 1 1 re f', '', size));
    assert.deepEqual(await sizeOf(await tile(pages[0], name)), sides, size);
    assert.equal((await textOf(pages[0].id)).status, 200);
  }
});

test('[PAGE-38] [PAGE-42] a PDF that lies about its sizes or how many pages it has is refused, or its tiles and words fit what it is listed with', async () => {
  const lying = (page: string, tree = '/Count 1/Kids[4 0 R]') =>
    pdfOf([
      '<</Type/Catalog/Pages 2 0 R>>',
      `<</Type/Pages${tree}>>`,
      '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
      `<</Type/Page/Parent 2 0 R${page}/Contents 5 0 R/Resources<</Font<</F 3 0 R>>>>>>`,
      { dictionary: '', data: 'BT /F 20 Tf 20 20 Td (words) Tj ET' },
    ]);
  const box = '/MediaBox[0 0 200 100]';
  const own = [200, 100];
  const letter = [612, 792];
  const lies: [string, Buffer, number[][] | RegExp][] = [
    ['a box that is upside down', lying('/MediaBox[200 100 0 0]'), [own]],
    ['no box', lying(''), [letter]],
    ['a box of words', lying('/MediaBox[a b c d]'), [letter]],
    ['a box that is the page', lying('/MediaBox 4 0 R'), [letter]],
    ['a box beyond numbers', lying(`/MediaBox[0 0 ${'9'.repeat(400)} 100]`), [letter]],
    ['a box far away', lying('/MediaBox[1e9 1e9 1000000200 1000000100]'), [letter]],
    ['a part that is larger', lying(`${box}/CropBox[-9000 -9000 9000 9000]`), [own]],
    ['a part beside it', lying(`${box}/CropBox[1000 1000 2000 2000]`), /page 1 of the PDF has no size/],
    ['a unit of miles', lying(`${box}/UserUnit 1000000`), [own]],
    ['an odd turn', lying(`${box}/Rotate 45`), [own]],
    ['a million pages', lying(box, '/Count 1000000/Kids[4 0 R]'), /1,000,000 pages; at most 1,000/],
    ['fifty pages', lying(box, '/Count 50/Kids[4 0 R]'), /page 2 of 50 cannot be found/],
    ['fewer than none', lying(box, '/Count -2147483648/Kids[4 0 R]'), [own]],
    ['many', lying(box, '/Count(many)/Kids[4 0 R]'), [own]],
    ['one page thrice', lying(box, '/Count 3/Kids[4 0 R 4 0 R 4 0 R]'), [own, own, own]],
  ];
  for (const [what, pdf, expected] of lies) {
    if (expected instanceof RegExp) {
      const { status, body } = await upload(service, uploader, pdf, 'lie.pdf');
      assert.ok(status === 400 || status === 413, `${what}: ${status}`);
      assert.match(body.message, expected, what);
      continue;
    }
    const { pages } = await uploaded(service, uploader, pdf, 'lie.pdf');
    assert.deepEqual(
      pages.map(({ width, height }: { width: number; height: number }) => [width, height]),
      expected,
      what,
    );
    for (const page of pages) {
      const width: number = page.width;
      const height: number = page.height;
      const scale: number = 1024 / Math.max(width, height);
      const sides: number[] = [Math.round(width * scale), Math.round(height * scale)];
      assert.deepEqual(await sizeOf(await tile(page, '0/0/0')), sides, what);
      const [words] = (await textOf(page.id)).body.data.boxes;
      assert.equal(words.text, 'words', what);
      const isWithin = words.x + words.width <= width && words.y + words.height <= height + 1;
      assert.ok(words.x > 0 && words.y > 0 && isWithin, `${what}: ${JSON.stringify(words)}`);
    }
  }
});

test('[PAGE-41] who may read the words of a page', async () => {
  await actors.check({
    expected: { owner: 200, editor: 200, bot: 200, viewer: 200, reader: 200, ...outsiders },
    changes: false,
    prepare: (binderId) =>
      makePage(service, { binderId, owner: actors.users.owner }, { type: 'note', text: 'words' }),
    call: ({ call }, binderId, id) => call('GET', `/${binderId}/pages/${id}/text`),
  });
  assert.equal((await textOf(999_999)).status, 404);
});
