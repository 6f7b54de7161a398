import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeImage, makePdf, makeRecording, makeWav, truncated } from '@ringbinder/page-renderer/testing';
import { startService, type TestService } from '@ringbinder/testkit';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { collectGarbage } from '../files/index.ts';
import { annotate, pagesOf } from './testing/annotate.ts';
import { leavesNothing, type Uploader, upload, uploaded } from './testing/upload.ts';

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

let service: TestService;
let owner: Uploader['owner'];
let uploader: Uploader;
let programs: string;
beforeAll(async () => {
  programs = await mkdtemp(join(tmpdir(), 'ringbinder-programs-'));
  service = await startService({ media: { searchPath: `${programs}:${process.env.PATH}` } });
  owner = await service.make.user();
});
afterAll(async () => {
  await service.close();
  await rm(programs, { recursive: true, force: true });
});
beforeEach(async () => {
  for (const name of ['ffmpeg', 'soffice', 'libreoffice']) await program(name, 'exit 1');
  uploader = { binderId: await service.make.binder(owner as never), owner };
});

async function program(name: string, script: string): Promise<void> {
  await writeFile(join(programs, name), `#!/bin/sh\n${script}\n`);
  await chmod(join(programs, name), 0o755);
}

async function picture(uri: string): Promise<Buffer> {
  const response = await fetch(service.origin + uri);
  assert.equal(response.status, 200, uri);
  return Buffer.from(await response.arrayBuffer());
}

const sizeOf = async (bytes: Buffer) => {
  const { width, height } = await sharp(bytes).metadata();
  return [width, height];
};

test('[FILE-8] sound and video are pages with their duration, and are given as they came', async () => {
  const wav = makeWav({ seconds: 2 });
  const video = await makeRecording({ format: 'mp4', seconds: 3, width: 320, height: 180 });
  const sound = await uploaded(service, uploader, wav, 'a.wav');
  const film = await uploaded(service, uploader, video, 'a.mp4');
  const summary = ({ type, width, height, duration }: Record<string, unknown>) => [
    type,
    width,
    height,
    duration,
  ];
  assert.deepEqual(sound.pages.map(summary), [['PAGE_TYPE_AUDIO', 640, 360, 2_000]]);
  assert.deepEqual(film.pages.map(summary), [['PAGE_TYPE_VIDEO', 320, 180, 3_000]]);
  const response = await fetch(service.origin + film.pages[0].page_uri, { headers: { range: 'bytes=4-7' } });
  assert.equal(response.status, 206);
  assert.equal(response.headers.get('content-type'), 'video/mp4');
  assert.match(response.headers.get('content-disposition') ?? '', /^inline/);
  assert.equal(await response.text(), 'ftyp');
});

test('[FILE-8] a page without sound or video has no duration', async () => {
  const { pages } = await uploaded(service, uploader, makePdf());
  assert.ok(!('duration' in pages[0]) && !('url' in pages[0]) && !('name' in pages[0]));
});

test('[FILE-8] a copy lasts as long', async () => {
  await uploaded(service, uploader, makeWav({ seconds: 2 }), 'a.wav');
  const binderId = await service.make.binder(owner as never);
  await service.call('POST', `/${binderId}/copypages`, {
    token: owner.token,
    json: { source_id: uploader.binderId },
  });
  const [copy] = await pagesOf(service, { binderId, owner });
  assert.deepEqual([copy.type, copy.duration], ['PAGE_TYPE_AUDIO', 2_000]);
});

test('[FILE-8] a recording that is cut off is 400, names `file`, and leaves nothing', async () => {
  const video = await makeRecording({ format: 'mp4', seconds: 3, width: 320, height: 180 });
  const answer = await leavesNothing(service, uploader, () =>
    upload(service, uploader, truncated(video, 0.7), 'a.mp4'),
  );
  assert.equal(answer.status, 400);
  assert.equal(answer.body.errors[0].path, 'file');
});

test('[FILE-8] without ffmpeg, or where it finds nothing, a video is shown by a sign', async () => {
  const video = await makeRecording({ format: 'webm', seconds: 1, width: 320, height: 180 });
  const { pages } = await uploaded(service, uploader, video, 'holiday.webm');
  assert.deepEqual(await sizeOf(await picture(pages[0].thumbnail_uri)), [320, 180]);
  const sound = await uploaded(service, uploader, makeWav({ seconds: 1 }), 'song.wav');
  assert.deepEqual(await sizeOf(await picture(sound.pages[0].background_uri)), [1600, 900]);
});

test('[FILE-8] the picture that ffmpeg takes out of a video is its poster, taken once', async () => {
  const poster = join(programs, 'poster.jpg');
  await writeFile(
    poster,
    await sharp({ create: { width: 320, height: 180, channels: 3, background: '#00f' } })
      .jpeg()
      .toBuffer(),
  );
  await program('ffmpeg', `echo ran >> '${programs}/runs'; for last; do :; done; cp '${poster}' "$last"`);
  const video = await makeRecording({ format: 'mp4', seconds: 5, width: 320, height: 180 });
  const { pages } = await uploaded(service, uploader, video, 'a.mp4');
  for (const uri of [pages[0].thumbnail_uri, pages[0].background_uri]) {
    const { dominant } = await sharp(await picture(uri)).stats();
    assert.ok(dominant.b > 200 && dominant.r < 50, JSON.stringify(dominant));
  }
  await annotate(service, uploader, pages[0].id, '<rect width="320" height="180" fill="red"/>');
  const [page] = await pagesOf(service, uploader);
  const { dominant } = await sharp(await picture(page.thumbnail_uri)).stats();
  assert.ok(dominant.r > 200 && dominant.b < 50, JSON.stringify(dominant));
  assert.equal(await readFile(join(programs, 'runs'), 'utf8'), 'ran\n');
});

test('[FILE-8] a real video has a real poster', { skip: !hasFfmpeg }, async () => {
  await rm(join(programs, 'ffmpeg'));
  const path = join(programs, 'real.mp4');
  const source = ['-f', 'lavfi', '-i', 'color=red:size=320x180:rate=10:duration=2'];
  const result = spawnSync('ffmpeg', ['-v', 'error', '-y', ...source, '-pix_fmt', 'yuv420p', path]);
  assert.equal(result.status, 0, result.stderr.toString());
  const { pages } = await uploaded(service, uploader, await readFile(path), 'real.mp4');
  assert.equal(pages[0].duration, 2_000);
  const { dominant } = await sharp(await picture(pages[0].thumbnail_uri)).stats();
  assert.ok(dominant.r > 200 && dominant.g < 60 && dominant.b < 60, JSON.stringify(dominant));
});

test('[FILE-8] a video whose pixels are not square has the shape that it is seen with', {
  skip: !hasFfmpeg,
}, async () => {
  await rm(join(programs, 'ffmpeg'), { force: true });
  for (const ending of ['mp4', 'ts']) {
    const path = join(programs, `wide.${ending}`);
    const source = [
      '-f',
      'lavfi',
      '-i',
      'testsrc=size=360x240:rate=10:duration=2',
      '-vf',
      'setsar=16/9',
      '-c:v',
      'libx264',
    ];
    const result = spawnSync('ffmpeg', ['-v', 'error', '-y', ...source, '-pix_fmt', 'yuv420p', path]);
    assert.equal(result.status, 0, result.stderr.toString());
    const { pages } = await uploaded(service, uploader, await readFile(path), `wide.${ending}`);
    assert.deepEqual([pages[0].width, pages[0].height], [640, 240], ending);
    assert.ok(Math.abs(pages[0].duration - 2_000) <= 100, `${ending} lasts ${pages[0].duration} ms`);
    assert.deepEqual(await sizeOf(await picture(pages[0].thumbnail_uri)), [320, 120], ending);
  }
});

test('[FILE-10] a web page is given without what could run or load; the file stays as it came', async () => {
  const html =
    '<html><head><title>T</title></head><body><p>Hello<script>alert(1)</script><img src="https://evil.example/x"></body></html>';
  const { fileId, pages } = await uploaded(service, uploader, html, 'page.html');
  assert.deepEqual([pages[0].type, pages[0].width, pages[0].height], ['PAGE_TYPE_WEB', 612, 792]);
  const { body } = await service.call('GET', `/${uploader.binderId}/pagedownload/${pages[0].id}`, {
    token: owner.token,
  });
  assert.deepEqual([body.data.encoding, body.data.mime_type], ['utf-8', 'text/html']);
  const raw = await service.call('GET', `/${uploader.binderId}/pagedownload/${pages[0].id}?raw=true`, {
    token: owner.token,
  });
  const linked = await (await fetch(service.origin + pages[0].page_uri)).text();
  for (const visible of [body.data.page, raw.bytes.toString(), linked]) {
    assert.match(visible, /<p>Hello<\/p>/);
    assert.doesNotMatch(visible, /script|evil/);
  }
  const file = await service.call('GET', `/${uploader.binderId}/files/${fileId}`, { token: owner.token });
  assert.equal(file.bytes.toString(), html);
  assert.match(file.headers.get('content-disposition') ?? '', /^attachment/);
  assert.deepEqual(await sizeOf(await picture(pages[0].thumbnail_uri)), [247, 320]);
});

test('[FILE-10] a shortcut is a page with its address; one with script in it is 400 and leaves nothing', async () => {
  const shortcut = (address: string) => `[InternetShortcut]\r\nURL=${address}\r\n`;
  const { fileId, pages } = await uploaded(service, uploader, shortcut('https://example.com/a'), 'Site.url');
  assert.deepEqual(
    [pages[0].type, pages[0].url, pages[0].file_id],
    ['PAGE_TYPE_URL', 'https://example.com/a', fileId],
  );
  assert.equal(pages[0].original_file_name, 'Site.url');
  const answer = await leavesNothing(service, uploader, () =>
    upload(service, uploader, shortcut('javascript:alert(1)'), 'Site.url'),
  );
  assert.equal(answer.status, 400);
  assert.match(answer.body.message, /http or https/);
});

const RTF = '{\\rtf1\\ansi Hello}';
const CONVERT =
  'for last; do :; done; out=$(echo "$@" | sed "s/.*--outdir \\([^ ]*\\) .*/\\1/"); mkdir -p "$out"';

test('[FILE-11] an office document becomes pages of a PDF that is kept; the file stays what it was', async () => {
  const pdf = join(programs, 'made.pdf');
  await writeFile(pdf, makePdf({ pages: 2, width: 300, height: 200, text: 'office' }));
  await program('soffice', `${CONVERT}\ncp '${pdf}' "$out/document.pdf"`);
  const { fileId, pages } = await uploaded(service, uploader, RTF, 'letter.rtf');
  assert.deepEqual(
    pages.map(({ type, width, page_index, file_id }) => [type, width, page_index, file_id]),
    [
      ['PAGE_TYPE_PDF', 300, 0, fileId],
      ['PAGE_TYPE_PDF', 300, 1, fileId],
    ],
  );
  await program('soffice', 'exit 1');
  assert.deepEqual(await sizeOf(await picture(pages[1].thumbnail_uri)), [320, 213]);
  const { body } = await service.call('GET', `/${uploader.binderId}/pagedownload/${pages[1].id}`, {
    token: owner.token,
  });
  assert.equal(body.data.mime_type, 'application/pdf');
  const file = await service.call('GET', `/${uploader.binderId}/files/${fileId}`, { token: owner.token });
  assert.equal(file.bytes.toString(), RTF);
  assert.equal(file.headers.get('content-type'), 'application/rtf');
  await collectGarbage(service.env, -1_000);
  const binderId = await service.make.binder(owner as never);
  await service.call('POST', `/${binderId}/copypages`, {
    token: owner.token,
    json: { source_id: uploader.binderId },
  });
  const [copy] = await pagesOf(service, { binderId, owner });
  await annotate(service, { binderId, owner }, copy.id);
  const exported = await service.call('GET', `/${binderId}/downloadpdf`, { token: owner.token });
  assert.equal(exported.status, 200);
});

test('[FILE-11] what cannot be converted is a file without pages', async () => {
  const { fileId, pages } = await uploaded(service, uploader, RTF, 'letter.rtf');
  assert.deepEqual(pages, []);
  const file = await service.call('GET', `/${uploader.binderId}/files/${fileId}`, { token: owner.token });
  assert.equal(file.bytes.toString(), RTF);
  await uploaded(service, uploader, '\0\x01', 'unknown.bin');
  const { body } = await service.call('GET', `/${uploader.binderId}/files`, { token: owner.token });
  const conversions = body.data.files.map(({ conversion }: { conversion?: string }) => conversion);
  assert.deepEqual(conversions, ['failed', undefined], 'of office documents alone');
});

test('[PAGE-96] a file that was not converted is converted later, once, by those who may write', async (t) => {
  const { fileId } = await uploaded(service, uploader, RTF, 'letter.rtf');
  const cast = await service.make.cast();
  const path = `/${uploader.binderId}/files/${fileId}/pages`;
  const convert = (token = owner.token, of = path) => service.call('POST', of, { token });
  assert.equal((await convert(cast.owner.token)).status, 403);
  assert.equal((await convert(owner.token, path.replace(fileId, `F${'a'.repeat(22)}`))).status, 404);
  const again = await convert();
  assert.deepEqual([again.status, again.body.data], [200, { page_ids: [], conversion: 'failed' }]);

  const pdf = join(programs, 'later.pdf');
  await writeFile(pdf, makePdf({ pages: 2, width: 300, height: 200, text: 'office' }));
  await program('soffice', `${CONVERT}\ncp '${pdf}' "$out/document.pdf"`);
  t.onTestFinished(() => program('soffice', 'exit 1'));
  const answers = await Promise.all([convert(), convert()]);
  const pages = await pagesOf(service, uploader);
  const page_ids = pages.map(({ id }: { id: number }) => id);
  assert.equal(page_ids.length, 2);
  for (const { body } of answers) assert.deepEqual(body.data, { page_ids });
  assert.deepEqual((await convert()).body.data, { page_ids });
  const { body } = await service.call('GET', `/${uploader.binderId}/files`, { token: owner.token });
  const [{ conversion, total_pages }] = body.data.files;
  assert.deepEqual([conversion, total_pages], [undefined, 2]);
  assert.deepEqual(await sizeOf(await picture(pages[1].thumbnail_uri)), [320, 213]);
});

test('[FILE-5] what a file is called or said to be does not make it anything', async () => {
  for (const [data, name, type] of [
    [makePdf(), 'film.mp4', 'PAGE_TYPE_PDF'],
    [await makeImage({ format: 'png', width: 9, height: 9 }), 'page.html', 'PAGE_TYPE_IMAGE'],
    [makeWav({ seconds: 1 }), 'site.url', 'PAGE_TYPE_AUDIO'],
    ['<html><p>x', 'song.mp3', 'PAGE_TYPE_WEB'],
    ['just words', 'letter.docx', 'PAGE_TYPE_NOTE'],
  ] as const) {
    const { pages } = await uploaded(service, uploader, data, name);
    assert.equal(pages[0].type, type, name);
  }
});
