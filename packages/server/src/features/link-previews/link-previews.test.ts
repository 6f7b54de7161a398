import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { adminOf, type Cast, type CreatedUser, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createDownload } from '../../outbound/index.ts';
import { makePng, type OtherHost, sends, startOtherHost } from '../image-proxy/testing/other-host.ts';
import { fetchPreviews, linkPreviewQueue, linkPreviews } from './index.ts';
import { firstLink } from './link.ts';
import { readPage } from './read-page.ts';

let service: TestService;
let cast: Cast;
let admin: CreatedUser;
let host: OtherHost;
const download = createDownload({ timeoutMs: 2_000, maxBytes: 256 * 1024, allowsPrivate: true });

beforeAll(async () => {
  service = await startService();
  cast = await service.make.cast();
  admin = await adminOf(service, cast.owner);
  host = await startOtherHost();
  await setPreviews(true);
});
afterEach(() => {
  host.requests.length = 0;
});
afterAll(async () => {
  await download.close();
  host.close();
  await service.close();
});

const setPreviews = (link_previews: unknown, { token } = admin) =>
  service.call('POST', `/orgs/${cast.owner.orgId}`, { token, json: { link_previews } });
const call = (method: string, path: string, json?: unknown, { token }: { token: string } = cast.editor) =>
  service.call(method, `/${cast.binderId}${path}`, { token, ...(json === undefined ? {} : { json }) });
async function post(message: Record<string, unknown>): Promise<number> {
  const { status, body } = await call('POST', '/messages', { message });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data.binder_comment_id;
}
async function storePreviews(): Promise<void> {
  await linkPreviewQueue.catchUp(service.env, cast.binderId);
  await fetchPreviews(service.env, download);
}
const previewOf = async (id: number) =>
  (await call('GET', `/messages/${id}`, undefined, cast.viewer)).body.data.preview;
const kindsAfter = async (seq: number) =>
  (await call('GET', `/feed?after=${seq}`)).body.data.entries.map(
    ({ kind, body, actor }: { kind: string; body: { id: number }; actor: { id: string } }) => [
      kind,
      body.id,
      actor.id,
    ],
  );
const lastSeq = async () => (await call('GET', '/feed')).body.data.entries.at(-1).seq as number;

const page = (head: string) => `<!doctype html><html><head>${head}</head><body>words</body></html>`;
const sendsPage = (head: string, type = 'text/html; charset=utf-8') => sends(Buffer.from(page(head)), type);

test('[MSG-62] an org without the setting gets no previews, and its admins turn it on', async () => {
  await setPreviews(false);
  const address = host.at(sendsPage('<title>Off</title>'));
  const id = await post({ text: `Look at ${address}` });
  await storePreviews();
  assert.equal(await previewOf(id), undefined);
  assert.equal(host.requests.length, 0);
  assert.equal((await setPreviews(true, cast.owner)).status, 403);
  assert.equal((await setPreviews('yes')).status, 400);
  assert.equal((await setPreviews(true)).body.data.link_previews, true);
  const queued = await post({ text: address });
  await linkPreviewQueue.catchUp(service.env, cast.binderId);
  await setPreviews(false);
  await fetchPreviews(service.env, download);
  assert.equal(host.requests.length, 0, 'turning previews off also ends what is queued');
  assert.equal(await previewOf(queued), undefined);
  await setPreviews(true);
  const shown = await post({ text: address });
  await storePreviews();
  assert.equal((await previewOf(shown)).title, 'Off');
  await setPreviews(false);
  assert.equal(await previewOf(shown), undefined, 'and hides stored ones');
  assert.equal((await setPreviews(true)).body.data.link_previews, true);
});

test('[MSG-63] the preview has title, description, site name and picture, and the log has an entry', async () => {
  const picture = host.at(sends(await makePng(20, 10)));
  const address = host.at(
    sendsPage(`<title>Plain</title><meta property="og:title" content="Rates &amp; fees">
      <meta property="og:site_name" content="Demo Bank"><meta name="description" content="All\n rates">
      <meta property="og:image" content="${new URL(picture).pathname}">`),
  );
  const id = await post({ text: `See ${address}.` });
  const seq = await lastSeq();
  await storePreviews();
  const preview = await previewOf(id);
  assert.deepEqual(
    [preview.url, preview.title, preview.site_name, preview.description],
    [address, 'Rates & fees', 'Demo Bank', 'All rates'],
  );
  assert.ok(preview.picture.startsWith(`${service.origin}/external/production/${cast.binderId}/${id}/51?`));
  assert.ok(!preview.picture.includes(new URL(picture).host));
  assert.deepEqual(await kindsAfter(seq), [['message_previewed', id, cast.editor.id]]);
  const { headers = {} } = host.requests[0] ?? {};
  for (const name of ['cookie', 'referer', 'authorization', 'x-forwarded-for', 'accept-language'])
    assert.ok(!(name in headers), name);
  const rich = await post({ richtext: `[url=${address}]Rates[/url]` });
  await storePreviews();
  assert.equal((await previewOf(rich)).title, 'Rates & fees');
  assert.equal(host.requests.length, 1, 'the second message used the cache');
});

test('[MSG-63] another picture has another link', async () => {
  const pictured = (title: string) =>
    host.at(sendsPage(`<title>${title}</title><meta property="og:image" content="/${title}.png">`));
  const [one, two] = [pictured('one'), pictured('two')];
  const id = await post({ text: one });
  await storePreviews();
  const before = (await previewOf(id)).picture;
  await call('POST', `/messages/${id}`, { message: { text: two } });
  await storePreviews();
  const after = (await previewOf(id)).picture;
  assert.notEqual(after, before);
});

test('[MSG-64] pages that are not HTML, have no title, fail or are unreachable give no preview', async () => {
  for (const address of [
    host.at(sends(Buffer.from('words'), 'text/plain')),
    host.at(sendsPage('')),
    'http://127.0.0.1:1/',
    'ftp://example.com/file',
    `${service.origin}/b/x`,
  ]) {
    const id = await post({ text: address });
    await storePreviews();
    assert.equal(await previewOf(id), undefined, address);
  }
});

test('[MSG-64] pages of the server itself are not read, however their address is spelled or reached', async () => {
  for (const text of [
    'https://binder.example./b/x',
    'http://binder.example/b/x',
    'https://binder%2eexample/b/x',
    'https://BINDER。example/b/x',
  ])
    assert.equal(firstLink({ text, html: null }, 'https://binder.example'), undefined, text);
  assert.ok(firstLink({ text: 'https://other.binder.example/', html: null }, 'https://binder.example'));
  const id = await post({
    text: host.at((_request, response) => response.writeHead(302, { location: service.origin }).end()),
  });
  await storePreviews();
  assert.equal(await previewOf(id), undefined);
  assert.equal(host.requests.length, 1);
});

test('[MSG-64] a damaged file of the cache is written again', async () => {
  const address = host.at(sendsPage('<title>Cached</title>'));
  const name = `link-previews/${createHash('sha256').update(address).digest('hex')}`;
  await service.env.files.writeDerived(name, Buffer.from('{"until":'));
  const id = await post({ text: address });
  await storePreviews();
  assert.equal((await previewOf(id)).title, 'Cached');
});

test('[MSG-64] of a long page only the beginning is read', async () => {
  const long = Buffer.from(`${page('<title>Long</title>')}${'x'.repeat(3 * 1024 * 1024)}`);
  const id = await post({ text: host.at(sends(long, 'text/html')) });
  await storePreviews();
  assert.equal((await previewOf(id)).title, 'Long');
});

test('[MSG-64] the job calls no private network', async () => {
  const address = host.at(sendsPage('<title>Private</title>'));
  const id = await post({ text: `${address} http://169.254.169.254/latest` });
  await linkPreviewQueue.catchUp(service.env, cast.binderId);
  await linkPreviews.work(service.env);
  assert.equal(await previewOf(id), undefined);
  assert.equal(host.requests.length, 0);
});

test('[MSG-63] the first link ends before the punctuation of its sentence', () => {
  const linkOf = (text: string, html: string | null = null) =>
    firstLink({ text, html }, 'https://binder.example');
  assert.equal(linkOf('https://a.example/?q=(1)'), 'https://a.example/?q=(1)');
  assert.equal(linkOf('(see https://a.example/x).'), 'https://a.example/x');
  assert.equal(linkOf('[https://a.example/x], …'), 'https://a.example/x');
  assert.equal(
    linkOf('', '<a href="https://a.example/?a=1&amp;b=&#39;&quot;">x</a>'),
    'https://a.example/?a=1&b=%27%22',
  );
});

test('[MSG-64] only the head is parsed', () => {
  const read = (html: string) =>
    readPage('https://a.example/', {
      bytes: Buffer.from(html),
      contentType: 'text/html',
      address: 'https://a.example/',
    });
  const meta = '<meta name="description" content="not in the head">';
  assert.deepEqual(read(`${page('<title>Head</title>')}${meta}`), {
    url: 'https://a.example/',
    title: 'Head',
  });
  assert.equal(read(`<title>Head</title><body>${meta}`)?.description, undefined);
  const since = performance.now();
  read(page('<title>Head</title>').replace('words', '<a>'.repeat(500_000)));
  assert.ok(performance.now() - since < 200);
});

test('[MSG-65] the charset comes from the header, the page or its byte order mark', () => {
  const title = (bytes: Buffer, contentType: string) =>
    readPage('https://a.example/', { bytes, contentType, address: 'https://a.example/' })?.title;
  const umlauts = Buffer.from(page('<title>Grüße</title>'), 'latin1');
  assert.equal(title(umlauts, 'text/html; charset=ISO-8859-1'), 'Grüße');
  const named = Buffer.from(page('<meta charset="windows-1252"><title>Grüße</title>'), 'latin1');
  assert.equal(title(named, 'text/html'), 'Grüße');
  const wide = Buffer.concat([
    Buffer.from([0xff, 0xfe]),
    Buffer.from(page('<title>日本</title>'), 'utf16le'),
  ]);
  assert.equal(title(wide, 'text/html'), '日本');
  assert.equal(title(Buffer.from(page('<title>Grüße</title>')), 'text/html; charset=nonsense'), 'Grüße');
  const long = title(Buffer.from(page(`<title>${'a\u202e'.repeat(500)}</title>`)), 'text/html') ?? '';
  assert.ok(long.length <= 200 && !long.includes('\u202e'));
  const words = (text: string) => title(Buffer.from(page(`<title>${text}</title>`)), 'text/html');
  assert.equal(words('می\u200cخواهم 👩\u200d💻'), 'می\u200cخواهم 👩\u200d💻', 'joiners stay');
  assert.equal(words('\u200b\u200d'), undefined);
});

test('[MSG-66] the author removes the preview, others cannot, and it does not return', async () => {
  const address = host.at(sendsPage('<title>Removed</title>'));
  const id = await post({ text: address });
  await storePreviews();
  const path = `/messages/${id}/preview`;
  for (const [who, status] of [
    [cast.owner, 403],
    [cast.viewer, 403],
    [cast.otherOrg, 403],
    [{ token: cast.editor.readToken }, 403],
  ] as const)
    assert.equal((await call('DELETE', path, undefined, who)).status, status);
  assert.equal((await call('DELETE', '/messages/999999/preview')).status, 404);
  const seq = await lastSeq();
  assert.equal((await call('DELETE', path)).status, 200);
  assert.equal((await call('DELETE', path)).status, 200);
  assert.equal(await previewOf(id), undefined);
  assert.deepEqual(await kindsAfter(seq), [['message_preview_removed', id, cast.editor.id]]);
  await call('POST', `/messages/${id}`, { message: { text: `Again ${address}` } });
  await storePreviews();
  assert.equal(await previewOf(id), undefined);
});

test('[MSG-66] a preview that is removed before its page was read does not appear', async () => {
  const id = await post({ text: host.at(sendsPage('<title>Early</title>')) });
  assert.equal((await call('DELETE', `/messages/${id}/preview`)).status, 200);
  await storePreviews();
  assert.equal(await previewOf(id), undefined);
  assert.equal(host.requests.length, 0);
});

test('[MSG-64] silent pages of one org do not delay those of others', async () => {
  const slow = await startOtherHost();
  const silent = () => slow.at(() => {});
  for (let count = 0; count < 8; count++) await post({ text: silent() });
  await linkPreviewQueue.catchUp(service.env, cast.binderId);
  const job = fetchPreviews(service.env, download);
  const { otherOrg } = cast;
  await service.env.db.query('UPDATE orgs SET link_previews = true WHERE id = $1', [otherOrg.orgId]);
  const binderId = await service.make.binder(otherOrg);
  const json = { message: { text: host.at(sendsPage('<title>Quick</title>')) } };
  const { token } = otherOrg;
  await service.call('POST', `/${binderId}/messages`, { token, json });
  await linkPreviewQueue.catchUp(service.env, binderId);
  const titles = async () =>
    (await service.call('GET', `/${binderId}/messages`, { token })).body.data.messages.map(
      ({ preview }: { preview?: { title: string } }) => preview?.title,
    );
  await expect.poll(titles, { timeout: 1_500 }).toEqual(['Quick']);
  assert.ok(slow.requests.length <= 4, 'four pages of an org at once');
  slow.close();
  await job;
});

test('[MSG-67] an edit replaces the preview, and one without a link ends it', async () => {
  const titled = (title: string) => host.at(sendsPage(`<title>${title}</title>`));
  const [one, two] = [titled('One'), titled('Two')];
  const id = await post({ text: `${one}` });
  await storePreviews();
  const edit = async (text: string) => {
    await call('POST', `/messages/${id}`, { message: { text } });
    if (!text.includes(one)) assert.equal(await previewOf(id), undefined, 'at once, before the job');
    await storePreviews();
    return (await previewOf(id))?.title;
  };
  assert.equal(await edit(`Same ${one}`), 'One');
  assert.equal(await edit(`${two}`), 'Two');
  await setPreviews(false);
  assert.equal(await edit('no link'), undefined);
  await setPreviews(true);
  assert.equal(await previewOf(id), undefined);
});
