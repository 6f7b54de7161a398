import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { startService, type TestService } from '@ringbinder/testkit';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { ApiError } from '../../errors.ts';
import { createDownload } from '../../outbound/index.ts';
import { createPictureLoader, deleteOldPictures, type LoadPicture, MAX_PICTURE_BYTES } from './loader.ts';
import { type HostAnswer, makePng, type OtherHost, sends, startOtherHost } from './testing/other-host.ts';

let service: TestService;
let host: OtherHost;
let load: LoadPicture;
const download = createDownload({ timeoutMs: 2_000, maxBytes: MAX_PICTURE_BYTES, allowsPrivate: true });

beforeAll(async () => {
  service = await startService();
  host = await startOtherHost();
  load = createPictureLoader(service.env, download);
});
afterEach(() => {
  host.requests.length = 0;
});
afterAll(async () => {
  await download.close();
  host.close();
  await service.close();
});

const isNotThere = (error: unknown) =>
  error instanceof ApiError &&
  error.status === 404 &&
  /source of the picture is unavailable/.test(error.message);

test('[PICTURE-4] redirects are followed three times, and each target is judged as the first', async () => {
  const picture = host.at(sends(await makePng(10, 10)));
  const redirect = (to: string, status = 302) =>
    host.at((_request, response) => void response.writeHead(status, { location: to }).end());
  const path = (url: string) => url.slice(host.origin.length);
  const three = redirect(path(redirect(redirect(picture, 307), 301)));
  assert.ok((await load(three)).length > 0);
  await assert.rejects(load(redirect(three)), isNotThere);
  for (const target of [
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'http://a:b@127.0.0.1/',
    '//',
    '',
  ])
    await assert.rejects(load(redirect(target)), isNotThere, target);
  const names: string[] = [];
  const guarded = createDownload({
    timeoutMs: 2_000,
    maxBytes: 1_000,
    resolve: async (name) => {
      names.push(name);
      return ['127.0.0.1'];
    },
  });
  await assert.rejects(createPictureLoader(service.env, guarded)('http://inside.example/a.png'), isNotThere);
  assert.deepEqual(names, ['inside.example']);
  await guarded.close();
});

test('[PICTURE-5] what is no picture, too large or too slow is not there', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>';
  const bomb = await sharp({ create: { width: 12_000, height: 5_000, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const whole = await makePng(10, 10);
  for (const [what, answer] of Object.entries({
    'an SVG': sends(svg, 'image/svg+xml'),
    'an SVG called PNG': sends(svg, 'image/png'),
    'a page': sends('<!DOCTYPE html><title>x</title>', 'text/html'),
    'a page called PNG': sends('<!DOCTYPE html><title>x</title>'),
    'a PDF called PNG': sends('%PDF-1.4 %%EOF'),
    nothing: sends(''),
    'a picture that is cut off': sends(whole.subarray(0, 40)),
    'too many pixels': sends(bomb),
    'an announced length': ((_request, response) =>
      void response
        .writeHead(200, { 'content-type': 'image/png', 'content-length': MAX_PICTURE_BYTES + 1 })
        .write('x')) as HostAnswer,
    'too many bytes': ((_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png' });
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', more);
      more();
    }) as HostAnswer,
    'no answer': (() => {}) as HostAnswer,
    'an answer that does not end': ((_request, response) =>
      void response.writeHead(200, { 'content-type': 'image/png' }).write(whole)) as HostAnswer,
    'another status': ((_request, response) =>
      void response.writeHead(206, { 'content-type': 'image/png' }).end(whole)) as HostAnswer,
  })) {
    const url = host.at(answer);
    await assert.rejects(load(url), isNotThere, what);
    const before = host.requests.length;
    await assert.rejects(load(url), isNotThere, `${what}, again`);
    assert.equal(host.requests.length, before, `${what}: remembered`);
  }
});

test('[PICTURE-5] a failure is forgotten after ten minutes', async () => {
  let isThere = false;
  const picture = await makePng(10, 10);
  const url = host.at((request, response) =>
    isThere ? sends(picture)(request, response) : void response.writeHead(500).end(),
  );
  await assert.rejects(load(url), isNotThere);
  isThere = true;
  service.clock.advance(9 * 60_000);
  await assert.rejects(load(url), isNotThere);
  service.clock.advance(2 * 60_000);
  assert.ok((await load(url)).length > 0);
});

test('[PICTURE-6] readers at once cause one load, which is kept for a week', async () => {
  const picture = await makePng(10, 10);
  const url = host.at(sends(picture));
  const all = await Promise.all(Array.from({ length: 20 }, () => load(url)));
  assert.equal(new Set(all.map((bytes) => bytes.toString('hex'))).size, 1);
  await load(url);
  assert.equal(host.requests.length, 1);
  const day = 24 * 60 * 60 * 1000;
  service.clock.advance(6 * day);
  await load(url);
  assert.equal(host.requests.length, 1);
  service.clock.advance(2 * day);
  await load(url);
  assert.equal(host.requests.length, 2);
  assert.ok((await load(url)).length > 0);
});

test('[PICTURE-6] of one host four are loaded at a time, the others wait, and beyond 64 it is 503', async () => {
  const waiting: ServerResponse[] = [];
  let open = 0;
  let most = 0;
  let refused = 0;
  const answer = () => {
    if (most < 4 || refused < 2) return;
    for (const each of waiting.splice(0)) setImmediate(() => each.writeHead(404).end());
  };
  const many = Array.from({ length: 70 }, () =>
    load(
      host.at((_, response) => {
        most = Math.max(most, ++open);
        response.on('close', () => open--);
        waiting.push(response);
        answer();
      }),
    ).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 503) {
        refused++;
        answer();
      }
      throw error;
    }),
  );
  const statuses = (await Promise.allSettled(many)).map((each) =>
    each.status === 'rejected' && each.reason instanceof ApiError ? each.reason.status : each.status,
  );
  assert.deepEqual(statuses.toSorted(), [...Array(68).fill(404), ...Array(2).fill(503)]);
  assert.equal(most, 4);
});

test('[PICTURE-6] pictures that have expired are swept from the disk', async () => {
  const url = host.at(sends(await makePng(10, 10)));
  await load(url);
  await deleteOldPictures(service.env);
  await load(url);
  assert.equal(host.requests.length, 1, 'a fresh one stays');
  await service.env.files.removeDerived('external', -1_000);
  await load(url);
  assert.equal(host.requests.length, 2);
});
