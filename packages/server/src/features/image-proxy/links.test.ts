import assert from 'node:assert/strict';
import { type Cast, startService, type TestService } from '@ringbinder/testkit';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { createDownload } from '../../outbound/index.ts';
import { sourceAt, withSignedPictures } from './links.ts';
import { createPictureLoader, type LoadPicture, MAX_PICTURE_BYTES } from './loader.ts';
import { makePng, type OtherHost, sends, startOtherHost } from './testing/other-host.ts';

let service: TestService;
let cast: Cast;
let host: OtherHost;
/** Like the route, but also loads from the private address of this test. */
let load: LoadPicture;
const download = createDownload({ timeoutMs: 2_000, maxBytes: MAX_PICTURE_BYTES, allowsPrivate: true });

beforeAll(async () => {
  service = await startService();
  cast = await service.make.cast();
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

async function post(richtext: string) {
  const json = { message: { richtext } };
  const path = `/${cast.binderId}/messages`;
  const posted = await service.call('POST', path, { token: cast.editor.token, json });
  assert.equal(posted.status, 200, JSON.stringify(posted.body));
  return posted.body.data.binder_comment_id as number;
}
const messageOf = async (id: number) =>
  (await service.call('GET', `/${cast.binderId}/messages/${id}`, { token: cast.viewer.token })).body.data;
const linksIn = (html: string) =>
  [...html.matchAll(/<img src="([^"]*)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'));

async function show(link: string) {
  const answer = await fetch(link, { redirect: 'manual' });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: answer.headers, bytes, text: bytes.toString() };
}

test('[PICTURE-1] pictures in html lead to us, and richtext keeps where they are from', async () => {
  const richtext =
    '[img]https://pictures.example/a.png?x=1&y=2[/img] and [img=10x20]http://other.example/b.gif[/img]';
  const id = await post(richtext);
  const { html, richtext: storedRichtext } = await messageOf(id);
  assert.equal(storedRichtext, richtext);
  assert.ok(!html.includes('.example'), html);
  const links = linksIn(html);
  const beginning = `${service.origin}/external/production/${cast.binderId}/${id}/`;
  assert.deepEqual(
    links.map((link) => link.startsWith(beginning) && link.slice(beginning.length).split('?')[0]),
    ['1', '2'],
  );
  assert.match(html, /width="10" height="20"/);
  const { body } = await service.call('GET', `/${cast.binderId}/messages`, { token: cast.viewer.token });
  assert.equal(body.data.messages[0].html, html, 'the same in lists, and all day');
  const expires = Number(new URL(links[0] ?? '').searchParams.get('expires'));
  const day = 24 * 60 * 60 * 1000;
  assert.ok(expires > service.clock.now() + day && expires <= service.clock.now() + 2 * day);
  const plain = await messageOf(await post('[b]no picture[/b]'));
  assert.ok(!plain.html.includes('external'));
});

test('[PICTURE-1] where a picture is from is found again as it was, whatever stands in the address', async () => {
  for (const url of [
    'https://pictures.example/a.png?x=1&y=2',
    'https://pictures.example/%22%3E%3Cscript%3E',
    `https://pictures.example/it's`,
  ]) {
    const id = await post(`[img]${url}[/img]`);
    const [row] = await service.env.db.query<{ html: string }>(
      'SELECT html FROM messages WHERE binder_id = $1 AND id = $2',
      [cast.binderId, id],
    );
    assert.equal(sourceAt(row?.html ?? '', 1), url);
    assert.equal(sourceAt(row?.html ?? '', 2), undefined);
  }
});

test('[PICTURE-3] an address that cannot be read breaks neither the message nor its link', async () => {
  for (const address of ['http://', 'https://%', 'http://a b/', 'http://[::1', 'https://a:99999/x.png']) {
    const id = await post(`before [img]${address}[/img] [url=${address}]link[/url] after`);
    const { html, text } = await messageOf(id);
    assert.ok(!html.includes('<img') && !html.includes('href'), html);
    assert.match(text, /^before .*link.* after$/);
    await service.env.db.query('UPDATE messages SET html = $3 WHERE binder_id = $1 AND id = $2', [
      cast.binderId,
      id,
      `<img src="${address}" alt="" />`,
    ]);
    for (const of of [
      await messageOf(id),
      (await service.call('GET', `/${cast.binderId}/messages`, { token: cast.viewer.token })).body.data
        .messages[0],
    ]) {
      const [link = ''] = linksIn(of.html);
      const answer = await show(link);
      assert.equal(answer.status, 404, `${address} ${answer.text}`);
    }
  }
});

test('[PICTURE-2] a picture is given as WebP of 1,600 pixels at the most, nothing but its pixels, safe to show', async () => {
  const url = host.at(sends(await makePng(3_000, 1_000)));
  const cached = await load(url);
  const metadata = await sharp(cached).metadata();
  assert.deepEqual(
    [metadata.format, metadata.width, metadata.height, metadata.exif],
    ['webp', 1_600, 533, undefined],
  );
  // The route never connects to a private network, so the returned picture comes from the cache.
  const [link = ''] = linksIn((await messageOf(await post(`[img]${url}[/img]`))).html);
  const answer = await show(link);
  assert.equal(answer.status, 200, answer.text);
  assert.ok(answer.bytes.equals(cached));
  assert.deepEqual(
    ['content-type', 'x-content-type-options', 'cross-origin-resource-policy', 'cache-control'].map((name) =>
      answer.headers.get(name),
    ),
    ['image/webp', 'nosniff', 'cross-origin', 'private, max-age=86400, immutable'],
  );
  assert.equal(host.requests.length, 1);
  const headers = host.requests[0]?.headers ?? {};
  assert.deepEqual(
    ['cookie', 'referer', 'authorization', 'x-forwarded-for', 'accept-language'].filter(
      (name) => name in headers,
    ),
    [],
  );
  const small = await sharp(await load(host.at(sends(await makePng(20, 10))))).metadata();
  assert.deepEqual([small.width, small.height], [20, 10], 'never enlarged');
});

test('[PICTURE-7] fifty pictures of a message are shown', async () => {
  const richtext = Array.from({ length: 60 }, (_, index) => `[img]https://e.example/${index}[/img]`).join('');
  const { html } = await messageOf(await post(richtext));
  assert.equal(linksIn(html).length, 50);
  assert.ok(!html.includes('e.example'));
  const message = { binderId: cast.binderId, id: 1 };
  assert.equal(
    withSignedPictures(service.env, message, '<p>a &lt;img src="x"&gt;</p>'),
    '<p>a &lt;img src="x"&gt;</p>',
  );
});

test('[PICTURE-4] the route calls no private network, no other port, and nothing but http and https', async () => {
  const { port } = new URL(host.origin);
  for (const url of [
    host.at(sends(await makePng(10, 10))),
    'http://127.0.0.1/a.png',
    'http://localhost/a.png',
    'http://[::1]/a.png',
    'http://[::ffff:127.0.0.1]/a.png',
    'http://0x7f000001/a.png',
    'http://2130706433/a.png',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/a.png',
    'http://192.168.0.1/a.png',
    'http://100.64.0.1/a.png',
    'http://[fd00::1]/a.png',
    'http://0.0.0.0/a.png',
    `https://localhost:${port}/a.png`,
    'https://pictures.example:8443/a.png',
    'https://ada:secret@pictures.example/a.png',
  ]) {
    const [link = ''] = linksIn((await messageOf(await post(`[img]${url}[/img]`))).html);
    const answer = await show(link);
    assert.equal(answer.status, 404, `${url} ${answer.text}`);
  }
  assert.equal(host.requests.length, 0, 'the host in the private network was not host.asked');
});

test('[PICTURE-3] a link opens its message alone, for its time, and as long as the picture is in it', async () => {
  const url = host.at(sends(await makePng(10, 10)));
  await load(url);
  const id = await post(`[img]${url}[/img]`);
  const other = await post(`[img]${url}[/img]`);
  const [link = ''] = linksIn((await messageOf(id)).html);
  assert.equal((await show(link)).status, 200);
  const spoiled = link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  const wrong = {
    'another signature': spoiled,
    'another message': link.replace(`/${id}/`, `/${other}/`),
    'another binder': link.replace(cast.binderId, `B${'0'.repeat(22)}`),
    'another time': link.replace(/expires=\d+/, (expires) => `${expires}0`),
    'no signature': link.replace(/\?.*/, ''),
  };
  for (const [what, each] of Object.entries(wrong)) assert.equal((await show(each)).status, 403, what);
  assert.equal((await show(link.replace('/1?', '/2?'))).status, 404);
  assert.equal((await show(link.replace('/1?', '/0?'))).status, 400);
  const message = `/${cast.binderId}/messages/${id}`;
  const another = host.at(sends(await makePng(30, 10)));
  await load(another);
  await service.call('POST', message, {
    token: cast.editor.token,
    json: { message: { richtext: `[img]${another}[/img]` } },
  });
  const [changed = ''] = linksIn((await messageOf(id)).html);
  assert.notEqual(changed, link, 'browsers cache by link');
  assert.deepEqual([(await show(changed)).status, (await show(link)).status], [200, 404]);
  const edited = { message: { text: 'without' } };
  await service.call('POST', message, { token: cast.editor.token, json: edited });
  assert.equal((await show(link)).status, 404, 'edited');
  const [second = ''] = linksIn((await messageOf(other)).html);
  await service.call('DELETE', `/${cast.binderId}/messages/${other}`, { token: cast.editor.token });
  assert.equal((await show(second)).status, 404, 'deleted');
  const late = await post(`[img]${url}[/img]`);
  const [third = ''] = linksIn((await messageOf(late)).html);
  service.clock.advance(3 * 24 * 60 * 60 * 1000);
  assert.equal((await show(third)).status, 403, 'expired');
});
